import { randomUUID } from 'node:crypto'
import type { TestApp } from '#test/app.ts'
import { aStaffBrowser } from '#test/builders.ts'
import { routeSamples } from './route-samples.ts'

/** A coupon offer that waits for a second person. */
async function anOpenProposal(app: TestApp): Promise<{ proposalId: string }> {
  const proposer = await aStaffBrowser(app)
  const { data } = await proposer.call('POST /global/staff/coupon', {
    body: {
      code: `BIG-${randomUUID().slice(0, 8).toUpperCase()}`,
      coupon: { type: 'amount', usd: 100, minGoodsUsd: 0 },
      mostUses: 1000,
      redeemableUntil: '2026-12-31T00:00:00Z',
      validDays: 30,
    },
  })
  if (!data.proposal) throw new Error('the offer needed no second person')
  return { proposalId: data.proposal.id }
}

export const proposalSamples = routeSamples(anOpenProposal, {
  'GET /global/staff/list/proposals': () => ({ query: { state: 'in:open', sort: 'proposedAt' } }),
  'GET /global/staff/list/proposals/export': () => ({ query: { proposedAt: 'last:30' } }),
  'GET /global/staff/proposal/{proposalId}': (params) => ({ params }),
  'POST /global/staff/proposal/{proposalId}/approve': (params) => ({ params, body: { reason: 'Vu' } }),
  'POST /global/staff/proposal/{proposalId}/refuse': (params) => ({ params, body: { reason: 'Trop' } }),
  'POST /global/staff/proposal/{proposalId}/withdraw': (params) => ({ params, body: { reason: 'Erreur' } }),
})
