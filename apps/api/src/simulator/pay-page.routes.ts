import type { Language } from '@cotation/domain'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { AppError } from '#core/app-error.ts'
import { Html, html } from '#core/html.ts'
import { sendPlainPage } from '#http/pages/plain-page.ts'
import { parseForm } from './api/form-body.ts'
import { type CardChoice, cardChoices, pay } from './objects/payments.ts'
import type { SessionObject, StoredSession } from './objects/shapes.ts'
import { findObject } from './simulator.repository.ts'
import type { Simulator } from './simulator-parts.ts'

type Say = (key: string) => string

/** `/simulator/pay/…`: the page where a payer, on the real one, would type a card number. */
export function servePayPage({ db, clock, texts, work }: Simulator) {
  const getSession = async (id: string): Promise<StoredSession> => {
    const session = await findObject<StoredSession>(db, 'session', id)
    if (!session) throw new AppError('NOT_FOUND')
    return session
  }
  return async (app: FastifyInstance): Promise<void> => {
    app.get<{ Params: { id: string }; Querystring: { declined?: string } }>('/:id', async (request, reply) => {
      const session = await getSession(request.params.id)
      const say: Say = (key) => texts(session.shown.locale, 'simulator', key)
      const isOpen = session.shown.status === 'open'
      const body = isOpen
        ? openPage(session, say, request.query.declined !== undefined)
        : closedPage(session.shown, say)

      // Browsers hold the way back, too, against where a form may lead.
      const leadsTo = `'self' ${new URL(session.shown.success_url).origin}`
      return sendPlainPage(reply, session.shown.locale, say('title'), body, leadsTo)
    })

    app.post<{ Params: { id: string } }>('/:id', async (request, reply) => {
      const { shown } = await getSession(request.params.id)
      const { card } = parseForm(typeof request.body === 'string' ? request.body : '')
      const choice = cardChoices.find((known) => known === card)
      if (!choice) throw new AppError('MALFORMED')
      const outcome = await db.transaction().execute((trx) => pay(trx, clock(), shown.id, choice))
      work.kick()
      return redirect(reply, shown, outcome)
    })
  }
}

function redirect(reply: FastifyReply, shown: SessionObject, outcome: Awaited<ReturnType<typeof pay>>): FastifyReply {
  const page = `/simulator/pay/${shown.id}`
  if (outcome === 'done') return reply.redirect(shown.success_url, 303)
  return reply.redirect(outcome === 'declined' ? `${page}?declined` : page, 303)
}

function amountOf({ amount_total, currency, locale }: SessionObject): string {
  const format = new Intl.NumberFormat(locale satisfies Language, { style: 'currency', currency })
  return format.format(amount_total / 100)
}

function openPage(session: StoredSession, say: Say, wasDeclined: boolean): Html {
  const { shown, description } = session
  const notice = wasDeclined ? html`<p role="alert"><strong>${say('declined')}</strong></p>` : new Html('')
  const choice = (
    name: CardChoice,
  ) => html`<li><button type="submit" name="card" value="${name}" aria-describedby="${name}">
${say(`cards.${name}.name`)}</button> <span class="muted" id="${name}">${say(`cards.${name}.what`)}</span></li>`

  return html`<p><strong>${say('notice')}</strong></p>${notice}
<dl><dt>${say('for')}</dt><dd>${description}</dd><dt>${say('amount')}</dt><dd><strong>${amountOf(shown)}</strong></dd></dl>
<h2 id="cards">${say('choose')}</h2>
<form method="post" action="/simulator/pay/${shown.id}" aria-labelledby="cards"><ul class="choices">${cardChoices.map(choice)}</ul></form>
<p><a href="${shown.cancel_url}">${say('back')}</a></p>`
}

function closedPage(shown: SessionObject, say: Say): Html {
  const isDone = shown.status === 'complete'
  return html`<p><strong>${say('notice')}</strong></p><p>${say(isDone ? 'done' : 'expired')}</p>
<p><a href="${isDone ? shown.success_url : shown.cancel_url}">${say('return')}</a></p>`
}
