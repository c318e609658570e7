import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface TestCaptchaProvider {
  verifyUrl: string
  scriptUrl: string
  /** What it was asked. */
  enquiries: Record<string, string>[]
  /** What it answers; null: nothing at all. */
  answer: object | null
  status: number
  close(): Promise<void>
}

/** Speaks `siteverify` of Turnstile and hCaptcha, with the answer that a test sets. */
export async function startCaptchaProvider(): Promise<TestCaptchaProvider> {
  const provider = { enquiries: [] as Record<string, string>[], answer: {} as object | null, status: 200 }

  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      provider.enquiries.push(Object.fromEntries(new URLSearchParams(Buffer.concat(chunks).toString())))
      if (provider.answer === null) return
      response.writeHead(provider.status, { 'content-type': 'application/json' })
      response.end(JSON.stringify(provider.answer))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))

  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return Object.assign(provider, {
    verifyUrl: `${origin}/siteverify`,
    scriptUrl: `${origin}/api.js`,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  })
}
