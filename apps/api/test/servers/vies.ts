import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

interface ViesAnswer {
  status?: number
  body: unknown
}

export interface TestVies {
  url: string
  /** The bodies of all enquiries. */
  enquiries: Record<string, string>[]
  /** What it answers to the next enquiries. */
  answer: ViesAnswer
  close(): Promise<void>
}

/** An answer in the form of VIES. */
export const viesAnswer = (valid: boolean): ViesAnswer => ({
  body: {
    countryCode: 'DE',
    vatNumber: '136695976',
    requestDate: '2026-03-02T09:00:00.000Z',
    valid,
    requestIdentifier: valid ? 'WAPIAAAAZ1' : '',
    name: '---',
    address: '---',
    traderName: '---',
    traderNameMatch: 'NOT_PROCESSED',
  },
})

/** A refusal in the form of VIES. */
export const viesRefusal = (error: string): ViesAnswer => ({
  body: { actionSucceed: false, errorWrappers: [{ error }] },
})

/** Speaks the REST form of VIES. */
export async function startVies(): Promise<TestVies> {
  const enquiries: Record<string, string>[] = []
  const vies = { enquiries, answer: viesAnswer(true) }

  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const isEnquiry = request.method === 'POST' && request.url === '/rest-api/check-vat-number'
      if (isEnquiry) enquiries.push(JSON.parse(Buffer.concat(chunks).toString()))

      response.writeHead(isEnquiry ? (vies.answer.status ?? 200) : 404, { 'content-type': 'application/json' })
      response.end(JSON.stringify(vies.answer.body))
    })
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve())
  })

  const { port } = server.address() as AddressInfo
  return Object.assign(vies, {
    url: `http://127.0.0.1:${port}/rest-api`,
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  })
}
