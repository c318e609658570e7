import type { ProposalView } from '@cotation/contracts'
import { useFormats } from '#lib/texts/formats.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'

/** Says in a sentence what a proposal would do. */
export function useProposalText() {
  const t = useTranslations('staff-proposal.kinds')
  const { money } = useFormats()

  return ({ action, subjectName: name }: ProposalView): string => {
    switch (action.kind) {
      case 'credit-limit':
        return t(action.kind, { amount: money(action.limitMinor) })
      case 'credit-settlement':
        return t(action.kind, { amount: money(action.amountMinor) })
      case 'claim-settlement':
        return t(action.kind, { name, amount: money(action.amountMinor), by: action.by })
      case 'receipt-to-balance':
        return t(action.kind, { name })
      case 'coupon-offer':
        return t(action.kind, { name, uses: action.mostUses })
      default:
        return t(action.kind, { name, amount: money(action.amountMinor) })
    }
  }
}
