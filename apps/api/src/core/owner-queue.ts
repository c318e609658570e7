import { AppError } from './app-error.ts'

export interface OwnerQueueLimits {
  /** How many tasks run at the same time, each for another owner. */
  maxRunning: number
  maxWaiting: number
  maxWaitingPerOwner: number
  /** A task that has waited this long is refused: its caller has given up, or should. */
  maxWaitMs?: number
}

interface WaitingTask {
  owner: string
  start(): void
  refuse(error: AppError): void
}

/**
 * A bounded queue in which an owner has one running task at most, and owners take turns: a customer with
 * many waiting documents delays each of the others by one. Throws BUSY when it is full.
 */
export class OwnerQueue {
  readonly #limits: OwnerQueueLimits
  readonly #running = new Set<string>()
  #waiting: WaitingTask[] = []
  #isClosed = false

  constructor(limits: OwnerQueueLimits) {
    this.#limits = limits
  }

  async run<T>(owner: string, task: () => Promise<T>): Promise<T> {
    if (this.#isClosed) throw new AppError('BUSY')
    if (this.#canStart(owner)) this.#running.add(owner)
    else await this.#wait(owner)

    try {
      return await task()
    } finally {
      this.#running.delete(owner)
      this.#moveToEnd(owner)
      this.#startNext()
    }
  }

  /** Refuses waiting and later tasks; running ones go on. */
  close(): void {
    this.#isClosed = true
    const refused = this.#waiting
    this.#waiting = []
    for (const { refuse } of refused) refuse(new AppError('BUSY'))
  }

  #canStart(owner: string): boolean {
    return this.#running.size < this.#limits.maxRunning && !this.#running.has(owner)
  }

  #wait(owner: string): Promise<void> {
    const waitingOfOwner = this.#waiting.filter((task) => task.owner === owner).length
    const isFull = this.#waiting.length >= this.#limits.maxWaiting || waitingOfOwner >= this.#limits.maxWaitingPerOwner
    if (isFull) throw new AppError('BUSY')

    return new Promise((start, refuse) => {
      const task: WaitingTask = { owner, start, refuse }
      this.#waiting.push(task)
      this.#limitWait(task)
    })
  }

  #limitWait(task: WaitingTask): void {
    const { maxWaitMs } = this.#limits
    if (maxWaitMs === undefined) return

    const giveUp = () => {
      const isWaiting = this.#waiting.includes(task)
      this.#waiting = this.#waiting.filter((other) => other !== task)
      if (isWaiting) task.refuse(new AppError('BUSY'))
    }
    setTimeout(giveUp, maxWaitMs).unref()
  }

  #moveToEnd(owner: string): void {
    const own = this.#waiting.filter((task) => task.owner === owner)
    this.#waiting = [...this.#waiting.filter((task) => task.owner !== owner), ...own]
  }

  #startNext(): void {
    const next = this.#waiting.find(({ owner }) => this.#canStart(owner))
    if (!next) return

    // Counted at once: the task itself begins later, and another could take its place until then.
    this.#running.add(next.owner)
    this.#waiting.splice(this.#waiting.indexOf(next), 1)
    next.start()
  }
}
