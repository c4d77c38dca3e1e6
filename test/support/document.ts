import { parseHTML } from 'linkedom';

/** A small document for drawing figures in Node. */
export const newDocument = (): Document => parseHTML('<!doctype html><html><body></body></html>').document;
