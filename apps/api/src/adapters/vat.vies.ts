import { z } from 'zod'
import type { VatAnswer, VatService } from './vat.ts'

export interface ViesOptions {
  /** Without the last part: https://ec.europa.eu/taxation_customs/vies/rest-api */
  api: string
  /** The seller's VAT number: only an enquiry that names it gets a consultation number. */
  requester: string
  timeoutMs?: number
}

/** Null, or "---", where a member state does not answer. */
const answered = z.object({ valid: z.boolean(), requestIdentifier: z.string().nullish() })
const refused = z.object({ errorWrappers: z.array(z.object({ error: z.string() })).min(1) })

const unavailable = (reason: string): VatAnswer => ({ result: 'unavailable', consultationNumber: '', reason })

/** A country's prefix and the rest of a number: VIES wants them apart. */
const splitNumber = (vatNumber: string) => ({ country: vatNumber.slice(0, 2), number: vatNumber.slice(2) })

/** VIES, the service of the European Commission that asks the member states. */
export function createViesService({ api, requester, timeoutMs = 4000 }: ViesOptions): VatService {
  const url = `${api.replace(/\/+$/, '')}/check-vat-number`

  return {
    async check(vatNumber) {
      try {
        const response = await fetch(url, {
          method: 'POST',
          headers: { 'content-type': 'application/json', accept: 'application/json' },
          body: JSON.stringify(enquiryOf(vatNumber, requester)),
          redirect: 'error',
          signal: AbortSignal.timeout(timeoutMs),
        })
        return answerOf(await response.json(), response.status)
      } catch {
        // No answer within the time, no connection, or no JSON.
        return unavailable('UNREACHABLE')
      }
    },
  }
}

function enquiryOf(vatNumber: string, requester: string): Record<string, string> {
  const { country, number } = splitNumber(vatNumber)
  const enquiry = { countryCode: country, vatNumber: number }
  if (requester === '') return enquiry

  const own = splitNumber(requester)
  return { ...enquiry, requesterMemberStateCode: own.country, requesterNumber: own.number }
}

/** A number that no member state could have is invalid; every other refusal says nothing about it. */
function answerOf(body: unknown, status: number): VatAnswer {
  const errors = refused.safeParse(body)
  if (errors.success) {
    const reason = errors.data.errorWrappers[0]?.error ?? ''
    return reason === 'INVALID_INPUT' ? { result: 'invalid', consultationNumber: '', reason } : unavailable(reason)
  }

  const answer = answered.safeParse(body)
  if (status !== 200 || !answer.success) return unavailable(`STATUS_${status}`)

  const { valid, requestIdentifier } = answer.data
  return { result: valid ? 'valid' : 'invalid', consultationNumber: requestIdentifier ?? '', reason: '' }
}
