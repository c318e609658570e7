import { setTimeout as pause } from 'node:timers/promises'
import { type ErrorBody, errorStatus } from '@cotation/contracts'
import { solveWork, workHeader, workProof } from '@cotation/domain'

/** Visitors and customers like the web app: token, project, announced files, uploads by tus. */
const chunkBytes = 8 * 1024 * 1024

export interface Visitor {
  send(files: readonly { name: string; bytes: Uint8Array }[]): Promise<void>
  /** How many files were analysed, and how many of those were refused. */
  progress(): Promise<{ analysed: number; refused: number }>
}

/**
 * Tries again while the server is busy, as the web app does with uploads, and with the proof of work
 * that it asks for.
 */
async function fetchPatiently(url: string, init: RequestInit): Promise<Response> {
  const headers = new Headers(init.headers)
  for (;;) {
    const response = await fetch(url, { ...init, headers })
    if (response.status === errorStatus.WORK_NEEDED) {
      const { work } = (await response.json()) as ErrorBody
      if (work) headers.set(workHeader, workProof(work.token, solveWork(work)))
      continue
    }
    if (response.status !== errorStatus.BUSY) return response

    await response.arrayBuffer()
    await pause(500)
  }
}

interface Line {
  upload: { id: string; state: string }
}

/** With the token of a customer, that customer. */
export async function aVisitor(url: string, customerToken?: string): Promise<Visitor> {
  const call = async <T>(method: string, path: string, body?: object, token?: string): Promise<T> => {
    const response = await fetchPatiently(`${url}/gateway${path}`, {
      method,
      headers: {
        ...(body && { 'content-type': 'application/json' }),
        ...(token && { authorization: `Bearer ${token}` }),
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    const answer = (await response.json()) as { data: T; code?: string }
    if (!response.ok) throw new Error(`${method} ${path} answered ${response.status} ${answer.code}`)

    return answer.data
  }

  const temporaryToken = async () => {
    const body = { agreeDisclaimer: true }
    return (await call<{ accessToken: string }>('POST', '/global/quote/visitor', body)).accessToken
  }
  const token = customerToken ?? (await temporaryToken())
  const project = await call<{ id: string }>('POST', '/global/project', { name: 'Files', service: 'cnc' }, token)

  const sendBytes = async (uploadId: string, bytes: Uint8Array): Promise<void> => {
    const tus = { authorization: `Bearer ${token}`, 'tus-resumable': '1.0.0' }
    const metadata = `uploadId ${Buffer.from(uploadId).toString('base64')}`
    const created = await fetchPatiently(`${url}/gateway/upload`, {
      method: 'POST',
      headers: { ...tus, 'upload-length': String(bytes.length), 'upload-metadata': metadata },
    })
    if (created.status !== 201) throw new Error(`the upload was answered with ${created.status}`)

    for (let at = 0; at < bytes.length; at += chunkBytes) {
      const { status } = await fetchPatiently(`${url}/gateway/upload/${uploadId}`, {
        method: 'PATCH',
        headers: { ...tus, 'upload-offset': String(at), 'content-type': 'application/offset+octet-stream' },
        body: Buffer.from(bytes.subarray(at, at + chunkBytes)),
      })
      if (status !== 204) throw new Error(`a chunk was answered with ${status}`)
    }
  }

  let seen = 0
  let last = { analysed: 0, refused: 0 }
  return {
    async send(files) {
      const announced = files.map(({ name, bytes }) => ({ name, bytes: bytes.length }))
      const path = `/global/project/${project.id}/lines`
      const { lines } = await call<{ lines: Line[] }>('POST', path, { files: announced }, token)
      for (const [i, { bytes }] of files.entries()) await sendBytes(lines[i]?.upload.id ?? '', bytes)
    },
    async progress() {
      const path = `/global/project/${project.id}?seen=${seen}`
      const found = await call<{ revision: number; project: { lines: Line[] } | null }>('GET', path, undefined, token)
      if (!found.project) return last

      seen = found.revision

      // A file with several bodies has become several lines.
      const states = new Map(found.project.lines.map(({ upload }) => [upload.id, upload.state]))
      const count = (state: string) => [...states.values()].filter((current) => current === state).length
      last = { analysed: count('done') + count('failed'), refused: count('failed') }

      return last
    },
  }
}
