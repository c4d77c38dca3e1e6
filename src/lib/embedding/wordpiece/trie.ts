/** A trie over UTF-16 units in one open-addressed table: (node, unit) -> node, and a piece's id at its last node. */
export class Trie {
  private nodes: Int32Array;
  private units: Uint16Array;
  private targets: Int32Array;
  private ids: Int32Array;
  private mask: number;
  private size = 0;
  private edges = 0;

  constructor(expected = 1 << 17) {
    const capacity = 2 ** Math.ceil(Math.log2(expected * 2));
    this.mask = capacity - 1;
    this.nodes = new Int32Array(capacity).fill(-1);
    this.units = new Uint16Array(capacity);
    this.targets = new Int32Array(capacity);
    this.ids = new Int32Array(1024).fill(-1);
  }

  /** A new root; several tries may live in one table. */
  root(): number {
    return this.node();
  }

  insert(root: number, piece: string, id: number): void {
    let at = root;
    for (let i = 0; i < piece.length; i += 1) {
      const unit = piece.charCodeAt(i);
      let next = this.step(at, unit);
      if (next < 0) {
        next = this.node();
        this.link(at, unit, next);
      }
      at = next;
    }
    this.ids[at] = id;
  }

  /** The node behind `unit`, or -1. */
  step(node: number, unit: number): number {
    let slot = this.slot(node, unit);
    for (;;) {
      const held = this.nodes[slot] as number;
      if (held < 0) return -1;
      if (held === node && this.units[slot] === unit) return this.targets[slot] as number;
      slot = (slot + 1) & this.mask;
    }
  }

  /** The id of the piece that ends at a node, or -1. */
  idAt(node: number): number {
    return this.ids[node] as number;
  }

  private slot(node: number, unit: number): number {
    return (Math.imul(node, 0x9e3779b1) ^ Math.imul(unit, 0x85ebca6b)) & this.mask;
  }

  private node(): number {
    if (this.size === this.ids.length) {
      const grown = new Int32Array(this.size * 2).fill(-1);
      grown.set(this.ids);
      this.ids = grown;
    }
    this.size += 1;
    return this.size - 1;
  }

  private link(node: number, unit: number, target: number): void {
    if (this.edges * 2 > this.mask) this.grow();
    let slot = this.slot(node, unit);
    while ((this.nodes[slot] as number) >= 0) slot = (slot + 1) & this.mask;
    this.nodes[slot] = node;
    this.units[slot] = unit;
    this.targets[slot] = target;
    this.edges += 1;
  }

  private grow(): void {
    const { nodes, units, targets } = this;
    const capacity = nodes.length * 2;
    this.mask = capacity - 1;
    this.nodes = new Int32Array(capacity).fill(-1);
    this.units = new Uint16Array(capacity);
    this.targets = new Int32Array(capacity);
    this.edges = 0;
    for (let i = 0; i < nodes.length; i += 1) {
      const node = nodes[i] as number;
      if (node >= 0) this.link(node, units[i] as number, targets[i] as number);
    }
  }
}
