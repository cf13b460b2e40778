// A queue with a bounded number of places: who puts waits for room, who takes waits for an item.

/** Rows that are being answered. */
export interface Item<T> {
  readonly rows: number;
  readonly next: number;
  /** What is wrong with its first bad row. */
  readonly bad?: string;
  readonly work: T;
}

export class BoundedQueue<T> {
  readonly #places: number;
  readonly #items: Item<T>[] = [];
  #ended = false;
  #tell: (() => void)[] = [];

  constructor(places: number) {
    this.#places = places;
  }

  async put(item: Item<T>): Promise<void> {
    this.#items.push(item);
    this.#change();
    while (this.#items.length >= this.#places && !this.#ended) await this.#wait();
  }

  async take(): Promise<Item<T> | undefined> {
    while (this.#items.length === 0 && !this.#ended) await this.#wait();
    const item = this.#items.shift();
    this.#change();
    return item;
  }

  end(): void {
    this.#ended = true;
    this.#change();
  }

  #change(): void {
    const tell = this.#tell;
    this.#tell = [];
    for (const wake of tell) wake();
  }

  #wait(): Promise<void> {
    return new Promise((resolve) => {
      this.#tell.push(resolve);
    });
  }
}
