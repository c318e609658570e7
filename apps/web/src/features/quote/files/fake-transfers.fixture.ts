import type { UploadView } from '@cotation/contracts'
import { anUploadView } from '#features/quote/workspace/work-line.fixture.ts'
import type { OpenTransfer, TransferEvents } from '#lib/uploads/transfer.ts'
import type { StoredFiles } from './stored-files.ts'
import { UploadQueue } from './upload-queue.ts'

export interface FakeTransfer {
  uploadId: string
  file: File
  resumes: boolean
  events: TransferEvents
  state: 'open' | 'paused' | 'terminated'
}

/** Bytes that go as the test says, and a browser's database that lasts as long as the test. */
export function fakeTransfers({ keeps = true } = {}) {
  const opened: FakeTransfer[] = []
  const shelf = new Map<string, File>()
  const received: string[] = []
  let answer: (uploadId: string) => Promise<UploadView> = async (id) => anUploadView({ id, state: 'received' })
  const kept: StoredFiles = {
    keep: async (uploadId, file) => {
      if (keeps) shelf.set(uploadId, file)
      return keeps
    },
    find: async (uploadId) => shelf.get(uploadId),
    ids: async () => [...shelf.keys()],
    forget: async (uploadId) => void shelf.delete(uploadId),
  }

  const open: OpenTransfer = async (file, { uploadId, resumes }, events) => {
    const transfer: FakeTransfer = { uploadId, file, resumes, events, state: 'open' }
    opened.push(transfer)

    return {
      pause: () => {
        transfer.state = 'paused'
      },
      terminate: async () => {
        transfer.state = 'terminated'
      },
    }
  }
  const queue = new UploadQueue({
    open,
    kept,
    received: (uploadId) => {
      received.push(uploadId)
      return answer(uploadId)
    },
  })

  return {
    ports: { queue, kept },
    opened,
    shelf,
    received,
    names: () => opened.map(({ file }) => file.name),
    last: (uploadId: string) => opened.findLast((one) => one.uploadId === uploadId),
    answerReceived: (other: typeof answer) => {
      answer = other
    },
  }
}
