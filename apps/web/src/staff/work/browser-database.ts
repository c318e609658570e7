/** One object store in a database of the browser, whose connection is open for single requests only. */
export class BrowserDatabase {
  readonly #name: string
  readonly #storeName: string
  readonly #prepare: (store: IDBObjectStore) => void

  /** `prepare` adds the indexes of a new store. */
  constructor(name: string, storeName: string, prepare: (store: IDBObjectStore) => void = () => {}) {
    this.#name = name
    this.#storeName = storeName
    this.#prepare = prepare
  }

  /** Runs requests in a transaction of their own. Returns the result of the last one once all is written. */
  async run<T>(mode: IDBTransactionMode, run: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
    const database = await this.#open()
    try {
      return await new Promise<T>((resolve, reject) => {
        const transaction = database.transaction(this.#storeName, mode)
        const request = run(transaction.objectStore(this.#storeName))
        transaction.oncomplete = () => resolve(request.result)
        transaction.onabort = () => reject(transaction.error)
      })
    } finally {
      database.close()
    }
  }

  #open(): Promise<IDBDatabase> {
    return new Promise((resolve, reject) => {
      const opening = indexedDB.open(this.#name, 1)
      opening.onupgradeneeded = () => this.#prepare(opening.result.createObjectStore(this.#storeName))
      opening.onsuccess = () => resolve(opening.result)
      opening.onerror = () => reject(opening.error)
    })
  }
}
