import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'

export interface ReceivedMail {
  from: string
  to: string[]
  raw: Buffer
}

export interface TestSmtpServer {
  url: string
  received: ReceivedMail[]
  close(): Promise<void>
}

export interface SmtpFaults {
  /** Answer RCPT TO with this code. */
  recipientCode?: number
  /** Answer the end of DATA with this code. */
  dataCode?: number
  /** Refuse every login. */
  refuseLogin?: boolean
}

/** A real SMTP server that keeps what it receives, on a loopback port; a free one by default. */
export async function startSmtpServer(faults: SmtpFaults = {}, atPort = 0): Promise<TestSmtpServer> {
  const received: ReceivedMail[] = []
  const server = new SMTPServer({
    logger: false,
    authOptional: true,
    disableReverseLookup: true,
    hideSTARTTLS: true,
    allowInsecureAuth: true,
    closeTimeout: 100,
    onAuth(_auth, _session, callback) {
      callback(null, faults.refuseLogin ? {} : { user: 'test' })
    },
    onRcptTo(address, _session, callback) {
      callback(faults.recipientCode ? answer(faults.recipientCode, address.address) : null)
    },
    onData(stream, session, callback) {
      const { mailFrom, rcptTo } = session.envelope
      buffer(stream).then((raw) => {
        if (faults.dataCode) return callback(answer(faults.dataCode, rcptTo[0]?.address ?? ''))
        received.push({ from: mailFrom ? mailFrom.address : '', to: rcptTo.map((one) => one.address), raw })
        callback()
      }, callback)
    },
  })

  // A client that gives up in mid-session is part of these tests, not a failure of the server.
  server.on('error', () => undefined)

  const listening = server.listen(atPort, '127.0.0.1')
  await new Promise((resolve) => listening.once('listening', resolve))

  const { port } = listening.address() as AddressInfo

  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    close: () => new Promise((resolve) => server.close(resolve)),
  }
}

/** Real servers repeat the recipient in refusals; so does this one, to prove it reaches no log. */
function answer(responseCode: number, address: string): Error {
  return Object.assign(new Error(`<${address}> is refused here`), { responseCode })
}
