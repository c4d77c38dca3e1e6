/** Moves units by the mouse; every such move has a button of its own as well. */
const TYPE = 'text/x-complement-unit';

export function startDrag(event: DragEvent, unit: string): void {
  event.dataTransfer?.setData(TYPE, unit);
  event.dataTransfer?.setData('text/plain', unit);
  if (event.dataTransfer) event.dataTransfer.effectAllowed = 'copyMove';
}

/** Handlers for a place that takes units. Drops of anything else (files, text) are left alone. */
export function dropZone(take: (unit: string) => void) {
  const carries = (event: DragEvent) => event.dataTransfer?.types.includes(TYPE) ?? false;
  const mark = (event: DragEvent, over: boolean) => {
    (event.currentTarget as HTMLElement).toggleAttribute('data-over', over);
  };
  return {
    ondragover: (event: DragEvent) => {
      if (!carries(event)) return;
      event.preventDefault();
      mark(event, true);
    },
    ondragleave: (event: DragEvent) => mark(event, false),
    ondrop: (event: DragEvent) => {
      mark(event, false);
      const unit = event.dataTransfer?.getData(TYPE);
      if (!unit) return;
      event.preventDefault();
      event.stopPropagation();
      take(unit);
    },
  };
}
