import type { UploadView } from '@cotation/contracts'
import type { OpenTransfer, TransferEvents } from '#lib/files/transfer.ts'
import { anUploadView } from '#lib/testing/views.ts'
import type { StoredFiles } from './stored-files.ts'
import { UploadQueue } from './upload-queue.ts'

interface FakeTransfer {
  uploadId: string
  file: File
  resumes: boolean
  events: TransferEvents
  state: 'open' | 'paused' | 'terminated'
}

/** Transfers that the test drives, and an in-memory replacement of the browser's database. */
export function fakeTransfers({ canStore = true } = {}) {
  const opened: FakeTransfer[] = []
  const fileById = new Map<string, File>()
  const received: string[] = []
  let answer: (uploadId: string) => Promise<UploadView> = async (id) => anUploadView({ id, state: 'received' })

  const stored: StoredFiles = {
    save: async (uploadId, file) => {
      if (canStore) fileById.set(uploadId, file)
      return canStore
    },
    find: async (uploadId) => fileById.get(uploadId),
    listIds: async () => [...fileById.keys()],
    remove: async (uploadId) => void fileById.delete(uploadId),
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
    stored,
    reportReceived: (uploadId) => {
      received.push(uploadId)
      return answer(uploadId)
    },
  })

  return {
    ports: { queue, stored },
    opened,
    fileById,
    received,
    names: () => opened.map(({ file }) => file.name),
    last: (uploadId: string) => opened.findLast((one) => one.uploadId === uploadId),
    answerReceived: (other: typeof answer) => {
      answer = other
    },
  }
}
