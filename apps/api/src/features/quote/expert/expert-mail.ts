/** The queue of mails about experts' prices: to the shop when one is asked, to the asker when one has answered. */
export const expertMailQueue = { name: 'quote-expert-mail', retryLimit: 8 } as const

export const expertMailKinds = ['expert-asked', 'expert-answered', 'expert-declined'] as const
export type ExpertMailKind = (typeof expertMailKinds)[number]

export interface ExpertMailRequest {
  kind: ExpertMailKind
  manualQuoteId: string
}
