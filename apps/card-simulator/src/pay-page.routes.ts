import type { Language } from '@cotation/domain'
import { Html, html } from '@cotation/html'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { findObject } from './objects.repository.ts'
import type { Simulator } from './options.ts'
import { parseForm } from './parameters.ts'
import { type CardChoice, cardChoices, type PayOutcome, pay } from './payments.ts'
import type { SessionObject, StoredSession } from './provider-objects.ts'

type Translate = (key: string) => string

/** An error that the host answers by its status. */
const httpError = (statusCode: number, message: string) => Object.assign(new Error(message), { statusCode })

/** `/simulator/pay/…`: the page where a payer would type a card number at the real provider. */
export function servePayPage({ db, clock, texts, sendPage, work }: Simulator) {
  const getSession = async (id: string): Promise<StoredSession> => {
    const session = await findObject<StoredSession>(db, 'session', id)
    if (!session) throw httpError(404, 'unknown session')
    return session
  }

  return async (app: FastifyInstance): Promise<void> => {
    app.get<{ Params: { id: string }; Querystring: { declined?: string } }>('/:id', async (request, reply) => {
      const session = await getSession(request.params.id)
      const { locale: language, status, success_url } = session.shown
      const t: Translate = (key) => texts(language, key)

      const wasDeclined = request.query.declined !== undefined
      const body = status === 'open' ? openPage(session, t, wasDeclined) : closedPage(session.shown, t)

      // Browsers apply form-action to the redirect after the form, too.
      const formAction = `'self' ${new URL(success_url).origin}`
      return sendPage(reply, { language, title: t('title'), body, formAction })
    })

    app.post<{ Params: { id: string } }>('/:id', async (request, reply) => {
      const { shown } = await getSession(request.params.id)
      const { card } = parseForm(typeof request.body === 'string' ? request.body : '')
      const choice = cardChoices.find((known) => known === card)
      if (!choice) throw httpError(400, 'unknown card')

      const outcome = await db.transaction().execute((trx) => pay(trx, clock(), shown.id, choice))
      work.kick()

      return redirect(reply, shown, outcome)
    })
  }
}

function redirect(reply: FastifyReply, shown: SessionObject, outcome: PayOutcome): FastifyReply {
  const page = `/simulator/pay/${shown.id}`
  if (outcome === 'done') return reply.redirect(shown.success_url, 303)
  return reply.redirect(outcome === 'declined' ? `${page}?declined` : page, 303)
}

function formatAmount({ amount_total, currency, locale }: SessionObject): string {
  const format = new Intl.NumberFormat(locale satisfies Language, { style: 'currency', currency })
  return format.format(amount_total / 100)
}

function openPage(session: StoredSession, t: Translate, wasDeclined: boolean): Html {
  const { shown, description } = session
  const notice = wasDeclined ? html`<p role="alert"><strong>${t('declined')}</strong></p>` : new Html('')
  const choice = (
    name: CardChoice,
  ) => html`<li><button type="submit" name="card" value="${name}" aria-describedby="${name}">
${t(`cards.${name}.name`)}</button> <span class="muted" id="${name}">${t(`cards.${name}.what`)}</span></li>`

  return html`<p><strong>${t('notice')}</strong></p>${notice}
<dl><dt>${t('for')}</dt><dd>${description}</dd><dt>${t('amount')}</dt><dd><strong>${formatAmount(shown)}</strong></dd></dl>
<h2 id="cards">${t('choose')}</h2>
<form method="post" action="/simulator/pay/${shown.id}" aria-labelledby="cards"><ul class="choices">${cardChoices.map(choice)}</ul></form>
<p><a href="${shown.cancel_url}">${t('back')}</a></p>`
}

function closedPage(shown: SessionObject, t: Translate): Html {
  const isPaid = shown.status === 'complete'
  return html`<p><strong>${t('notice')}</strong></p><p>${t(isPaid ? 'done' : 'expired')}</p>
<p><a href="${isPaid ? shown.success_url : shown.cancel_url}">${t('return')}</a></p>`
}
