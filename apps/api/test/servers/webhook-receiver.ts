import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

export interface ReceivedWebhook {
  raw: Buffer
  signature: string
}

export interface TestWebhookReceiver {
  url: string
  received: ReceivedWebhook[]
  /** What it answers. */
  status: number
  close(): Promise<void>
}

/** Takes every webhook as it comes and keeps its bytes. */
export async function startWebhookReceiver(): Promise<TestWebhookReceiver> {
  const http = createServer(async (request, response) => {
    const raw = await buffer(request)
    receiver.received.push({ raw, signature: String(request.headers['stripe-signature']) })
    response.writeHead(receiver.status).end()
  })
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))

  const receiver: TestWebhookReceiver = {
    url: `http://127.0.0.1:${(http.address() as AddressInfo).port}/hook`,
    received: [],
    status: 200,
    async close() {
      http.closeAllConnections()
      await new Promise((resolve) => http.close(resolve))
    },
  }

  return receiver
}
