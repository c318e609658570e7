import type { StaffOrderView } from '@cotation/contracts'
import { shownClaimState } from '@cotation/domain'
import { useFormats } from '#lib/texts/formats.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { Badge } from '#ui/badge.tsx'
import { claimTones } from '#ui/claim-tones.ts'
import { Section } from '#ui/section.tsx'
import { Hint } from '#ui/text.tsx'
import { StaffLink } from '../shared/staff-link.tsx'
import classes from './order.module.css'

/** The claims about the parts of an order, newest first. */
export function OrderClaims({ claims }: Pick<StaffOrderView, 'claims'>) {
  const t = useTranslations('staff-order.claims')
  const states = useTranslations('staff-list.choices.claimState')
  const { date } = useFormats('medium')
  if (claims.length === 0) return null

  return (
    <Section title={t('title')}>
      <ul className={classes.list}>
        {claims.map((claim) => (
          <li key={claim.id}>
            <StaffLink path={`claims/${claim.id}`}>{t('opened', { date: date(claim.openedAt) })}</StaffLink>{' '}
            <Badge dot tone={claimTones[shownClaimState(claim)]}>
              {states(claim.state)}
            </Badge>
            {claim.workOrderNumber === null ? null : <Hint>{claim.workOrderNumber}</Hint>}
          </li>
        ))}
      </ul>
    </Section>
  )
}
