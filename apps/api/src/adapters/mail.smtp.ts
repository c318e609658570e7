import { createTransport } from 'nodemailer'
import {
  assertSendable,
  isOneAddress,
  type Mail,
  type MailContact,
  MailError,
  type MailSender,
  mailIdOf,
} from './mail.ts'

export interface SmtpConfig {
  /** smtp(s)://user:password@host:port */
  url: string
  /** An address, or a name with the address in angle brackets. */
  from: string
  timeoutMs?: number | undefined
}

export function createSmtpSender({ url, from, timeoutMs = 20_000 }: SmtpConfig): MailSender {
  const sender = parseSender(from)
  const domain = sender.address.slice(sender.address.lastIndexOf('@') + 1)
  const transport = createTransport({
    url,
    ...tlsPolicy(new URL(url)),
    dnsTimeout: timeoutMs,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    // Content is always inline: a bug in a template must not read a file or a URL.
    disableFileAccess: true,
    disableUrlAccess: true,
  })

  return {
    async send(mail) {
      assertSendable(mail)
      try {
        await transport.sendMail({
          from: sender,
          to: { name: '', address: mail.to },
          ...(mail.replyTo && { replyTo: mail.replyTo }),
          subject: mail.subject,
          text: mail.text,
          html: mail.html,
          messageId: `<${mailIdOf(mail.idempotencyKey)}@${domain}>`,
          // RFC 3834: suppresses automatic replies.
          headers: { 'Content-Language': mail.language, 'Auto-Submitted': 'auto-generated' },
        })
      } catch (error) {
        throw classify(mail, error)
      }
    },
  }
}

function parseSender(from: string): MailContact {
  const named = /^([^<>\p{Cc}]*)<([^<>]+)>$/u.exec(from.trim())
  const name = (named?.[1] ?? '').trim().replace(/^"(.*)"$/u, '$1')
  const address = (named?.[2] ?? from).trim()
  if (!isOneAddress(address)) throw new Error('the mail sender must be one address, or a name and <one address>')
  return { name, address }
}

const loopbackHosts = new Set(['localhost', '127.0.0.1', '[::1]'])

/**
 * A password must not be sent in clear because an attacker stripped STARTTLS from the greeting. The
 * URL's query (`?requireTLS=false`) takes precedence, because the transport reads it last.
 */
export function tlsPolicy(url: URL): { requireTLS?: boolean } {
  if (url.protocol !== 'smtp:' && url.protocol !== 'smtps:') throw new Error('the mail URL must be smtp:// or smtps://')

  const sendsPassword = url.protocol === 'smtp:' && url.username !== '' && !loopbackHosts.has(url.hostname)
  return sendsPassword ? { requireTLS: true } : {}
}

/** The library replaces the code of a failed handshake by its own; only the message is left. */
const certificateFaults: readonly [RegExp, string][] = [
  [/self[- ]signed certificate/i, 'self-signed-certificate'],
  [/certificate has expired/i, 'expired-certificate'],
  [/altnames/i, 'certificate-of-another-host'],
  [/unable to (verify|get).*certificate/i, 'unknown-certificate-authority'],
]

const certificateFaultOf = (error: unknown) =>
  certificateFaults.find(([pattern]) => error instanceof Error && pattern.test(error.message))?.[1]

/**
 * Only a refusal of this message is permanent. A refused login, a blocked greeting or a broken
 * handshake is for the operator to fix: until then mails must be retried, not lost.
 */
function classify(mail: Mail, error: unknown): MailError {
  const { code = 'unknown', responseCode } = error as { code?: string; responseCode?: number }
  const isAboutMessage = code === 'EENVELOPE' || code === 'EMESSAGE'
  // 503 means a wrong session state, not that the message is refused (RFC 5321, 4.3.2).
  const isFinal = responseCode === undefined || (responseCode >= 500 && responseCode !== 503)

  return new MailError({
    kind: mail.kind,
    temporary: !(isAboutMessage && isFinal),
    code,
    responseCode,
    detailCode: certificateFaultOf(error),
  })
}

/** Connects and logs in without sending anything; the fault in a few words, or null. */
export async function checkSmtp(url: string, timeoutMs = 10_000): Promise<string | null> {
  const transport = createTransport({
    url,
    ...tlsPolicy(new URL(url)),
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
  })
  try {
    await transport.verify()
    return null
  } catch (error) {
    const { code = 'unknown', responseCode } = error as { code?: string; responseCode?: number }
    return [code, responseCode, certificateFaultOf(error)].filter((part) => part !== undefined).join(' ')
  } finally {
    transport.close()
  }
}
