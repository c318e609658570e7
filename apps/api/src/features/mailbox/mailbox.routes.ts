import { type Language, languageFromHeader } from '@cotation/domain'
import { type Html, html } from '@cotation/html'
import { dateText } from '@cotation/messages'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { MailboxStore, StoredMailboxMessage } from '#adapters/mail.mailbox.ts'
import { AppError } from '#core/app-error.ts'
import type { Texts } from '#core/texts.ts'
import { sendPlainPage } from '#http/plain-page.ts'

const linkPattern = /https?:\/\/[^\s]+/g

/** The form that the mail adapter generates; other texts may hold what the database refuses. */
const messageId = /^[a-f0-9]{40}$/

/** The text part with clickable links; the HTML part would need the sender's styles allowed. */
function bodyOf(text: string): Html {
  const links = [...text.matchAll(linkPattern)]
  let end = 0
  const parts = links.map((link) => {
    const before = text.slice(end, link.index)
    end = link.index + link[0].length
    return html`${before}<a href="${link[0]}">${link[0]}</a>`
  })

  return html`<pre>${parts}${text.slice(end)}</pre>`
}

const receivedFormat: Intl.DateTimeFormatOptions = {
  year: 'numeric',
  month: 'numeric',
  day: 'numeric',
  hour: 'numeric',
  minute: 'numeric',
  second: 'numeric',
  timeZone: 'UTC',
}

function row(message: StoredMailboxMessage, language: Language): Html {
  return html`<tr><td><a href="mailbox/${message.id}">${message.subject}</a></td><td>${message.to}</td>
<td>${dateText(message.receivedAt, language, receivedFormat)} UTC</td></tr>`
}

/** `/gateway/mailbox`: shows what would have been mailed. Only if the configuration says so. */
export function serveMailbox(app: FastifyInstance, store: MailboxStore, texts: Texts): void {
  const languageOf = (request: FastifyRequest) => languageFromHeader(request.headers['accept-language'])

  app.get('/mailbox', async (request, reply) => {
    const language = languageOf(request)
    const say = (key: string) => texts(language, 'mail', `mailbox.${key}`)
    const messages = await store.list(100)
    const table = html`<table><thead><tr><th>${say('subject')}</th><th>${say('to')}</th><th>${say('date')}</th></tr></thead>
<tbody>${messages.map((message) => row(message, language))}</tbody></table>`
    const body = messages.length === 0 ? html`<p>${say('empty')}</p>` : table
    return sendPlainPage(reply, { language, title: say('title'), body })
  })

  app.get<{ Params: { id: string } }>('/mailbox/:id', async (request, reply) => {
    const language = languageOf(request)
    const { id } = request.params
    const message = messageId.test(id) ? await store.get(id) : null
    if (!message) throw new AppError('NOT_FOUND')
    const say = (key: string) => texts(language, 'mail', `mailbox.${key}`)
    const replyTo = message.replyTo ? html`<p class="muted">${say('replyTo')} ${message.replyTo}</p>` : ''
    const page = html`<p class="muted">${message.from} → ${message.to}</p>${replyTo}${bodyOf(message.text)}<p><a href="../mailbox">${say('title')}</a></p>`
    return sendPlainPage(reply, { language: message.language, title: message.subject, body: page })
  })
}
