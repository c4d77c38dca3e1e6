/** An error as plain data: structured clone alone drops `cause`, subclass names and own fields. */
export type WireError =
  | {
      kind: 'error';
      name: string;
      message: string;
      stack: string | null;
      cause: WireError | null;
      errors: WireError[] | null;
      fields: Record<string, unknown>;
    }
  | { kind: 'value'; value: unknown };

const MAX_DEPTH = 8;
const STANDARD = new Set(['name', 'message', 'stack', 'cause', 'errors']);
const BUILT_IN: Record<string, new (message: string) => Error> = {
  TypeError,
  RangeError,
  SyntaxError,
  ReferenceError,
  URIError,
  EvalError,
};

function cloneable(value: unknown): boolean {
  try {
    structuredClone(value);
    return true;
  } catch {
    return false;
  }
}

/** Own fields that can cross (a located fault's file and line, say); the rest is dropped. */
function ownFields(error: Error): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(error).filter(([key, value]) => !STANDARD.has(key) && cloneable(value)),
  );
}

export function toWire(error: unknown, depth = 0): WireError {
  if (!(error instanceof Error)) {
    return { kind: 'value', value: cloneable(error) ? error : String(error) };
  }
  const deeper = depth < MAX_DEPTH;
  return {
    kind: 'error',
    name: error.name,
    message: error.message,
    stack: error.stack ?? null,
    cause: deeper && error.cause !== undefined ? toWire(error.cause, depth + 1) : null,
    errors:
      deeper && error instanceof AggregateError ? error.errors.map((one) => toWire(one, depth + 1)) : null,
    fields: ownFields(error),
  };
}

/** The error again: built-in classes keep their class, others keep name, message, stack, cause and own fields. */
export function fromWire(wire: WireError): unknown {
  if (wire.kind === 'value') return wire.value;
  const Known = BUILT_IN[wire.name] ?? Error;
  const error = wire.errors
    ? new AggregateError(wire.errors.map(fromWire), wire.message)
    : new Known(wire.message);
  const hidden = (value: unknown) => ({ value, configurable: true, writable: true, enumerable: false });
  if (error.name !== wire.name) Object.defineProperty(error, 'name', hidden(wire.name));
  if (wire.stack !== null) Object.defineProperty(error, 'stack', hidden(wire.stack));
  if (wire.cause !== null) Object.defineProperty(error, 'cause', hidden(fromWire(wire.cause)));
  return Object.assign(error, wire.fields);
}
