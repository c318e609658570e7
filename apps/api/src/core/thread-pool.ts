import { Worker } from 'node:worker_threads'
import { OwnerQueue, type OwnerQueueLimits } from './owner-queue.ts'

/** An exported function that threads can run. Its input and output are copied, so they hold no functions. */
export interface ThreadFunction<Run extends (input: never) => unknown> {
  /** The address of the module that exports it. */
  module: string
  name: string
  /** Never set: it tells the compiler what the function takes and returns. */
  type?: Run
}

export interface ThreadRequest {
  module: string
  name: string
  input: unknown
}

export type ThreadAnswer = { output: unknown } | { error: Error }

/** A task whose function failed, took too long, or ended its thread. */
export class ThreadError extends Error {
  override readonly name = 'ThreadError'
}

/** As many threads as tasks may run at the same time, each for another owner. */
export interface ThreadLimits extends OwnerQueueLimits {
  maxRunMs: number
  /** A thread without a task for this long gives its memory back. */
  maxIdleMs: number
  maxHeapMb: number
}

/** For short-lived objects. V8's own default grows with the machine, and took three times 32 MB. */
const maxYoungGenerationSizeMb = 12

const entry = new URL('./thread-entry.ts', import.meta.url)

/** A thread that runs one task at a time. */
class Thread {
  readonly #worker: Worker
  readonly #maxRunMs: number
  readonly #onEnd: () => void
  #isUsable = true
  #idleTimer: NodeJS.Timeout | undefined

  constructor({ maxRunMs, maxHeapMb }: ThreadLimits, onEnd: () => void) {
    this.#maxRunMs = maxRunMs
    this.#onEnd = onEnd
    this.#worker = new Worker(entry, {
      resourceLimits: { maxOldGenerationSizeMb: maxHeapMb, maxYoungGenerationSizeMb },
    })
    this.#worker.once('exit', () => this.#end())
    // Without a listener, an error in a thread ends the process. `run` reports it to the caller.
    this.#worker.on('error', () => this.#end())
  }

  /** False as soon as it is known that the thread ends, so that it gets no other task. */
  get isUsable(): boolean {
    return this.#isUsable
  }

  /** Keeps the process alive until the answer; an idle thread does not. */
  async run(request: ThreadRequest): Promise<unknown> {
    clearTimeout(this.#idleTimer)
    this.#worker.ref()

    try {
      const answer = await this.#answerTo(request)
      if ('error' in answer) throw new ThreadError(`${request.name}: ${answer.error.message}`, { cause: answer.error })
      return answer.output
    } finally {
      this.#worker.unref()
    }
  }

  endAfter(idleMs: number): void {
    this.#idleTimer = setTimeout(() => void this.stop(), idleMs).unref()
  }

  async stop(): Promise<void> {
    this.#end()
    await this.#worker.terminate()
  }

  #end(): void {
    if (!this.#isUsable) return

    this.#isUsable = false
    clearTimeout(this.#idleTimer)
    this.#onEnd()
  }

  #answerTo(request: ThreadRequest): Promise<ThreadAnswer> {
    const worker = this.#worker
    worker.postMessage(request)

    const { promise, resolve, reject } = Promise.withResolvers<ThreadAnswer>()
    const onError = (cause: unknown) => reject(new ThreadError(`${request.name} crashed its thread`, { cause }))
    const onExit = () => reject(new ThreadError(`${request.name} ended with its thread`))
    const onTimeout = () => {
      reject(new ThreadError(`${request.name} took longer than ${this.#maxRunMs} ms`))
      void this.stop()
    }
    worker.once('message', resolve).once('error', onError).once('exit', onExit)
    const timer = setTimeout(onTimeout, this.#maxRunMs)

    return promise.finally(() => {
      clearTimeout(timer)
      worker.off('message', resolve).off('error', onError).off('exit', onExit)
    })
  }
}

/**
 * Threads for work that would keep the event loop from other requests. They start when they are
 * needed and keep what their modules have loaded. One that crashed is replaced by the next task.
 */
export class ThreadPool {
  readonly #limits: ThreadLimits
  readonly #queue: OwnerQueue
  readonly #all = new Set<Thread>()
  #idle: Thread[] = []

  constructor(limits: ThreadLimits) {
    this.#limits = limits
    this.#queue = new OwnerQueue(limits)
  }

  /** Runs a function for an owner, whose tasks run one after the other. Throws BUSY if too many wait. */
  async run<Run extends (input: never) => unknown>(
    owner: string,
    { module, name }: ThreadFunction<Run>,
    input: Parameters<Run>[0],
  ): Promise<Awaited<ReturnType<Run>>> {
    const output = await this.#queue.run(owner, () => this.#runInThread({ module, name, input }))
    return output as Awaited<ReturnType<Run>>
  }

  /** Ends all threads. Their tasks fail; those that wait or come later are refused. */
  async close(): Promise<void> {
    this.#queue.close()
    await Promise.all([...this.#all].map((thread) => thread.stop()))
  }

  async #runInThread(request: ThreadRequest): Promise<unknown> {
    // The thread used last, because its code and data are most likely still in caches.
    const thread = this.#idle.pop() ?? this.#start()
    try {
      return await thread.run(request)
    } finally {
      this.#release(thread)
    }
  }

  #release(thread: Thread): void {
    if (!thread.isUsable) return
    this.#idle.push(thread)
    thread.endAfter(this.#limits.maxIdleMs)
  }

  #start(): Thread {
    const thread = new Thread(this.#limits, () => {
      this.#all.delete(thread)
      this.#idle = this.#idle.filter((other) => other !== thread)
    })
    this.#all.add(thread)
    return thread
  }
}
