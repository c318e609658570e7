import type { CustomerView } from '@cotation/contracts'
import { useQuery } from '@tanstack/react-query'
import { useFormats } from '#lib/texts/formats.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { Badge } from '#ui/badge.tsx'
import { Facts } from '#ui/facts.tsx'
import { Section } from '#ui/section.tsx'
import { Row, Stack } from '#ui/stack.tsx'
import { Hint } from '#ui/text.tsx'
import { Columns } from '../shared/columns.tsx'
import { useStaffParam } from '../shared/params.ts'
import { RecordPage } from '../shared/record-page.tsx'
import { StaffLinkButton } from '../shared/staff-link.tsx'
import { StaffPage } from '../shared/staff-page.tsx'
import { customerQuery } from './customer.api.ts'
import classes from './customer.module.css'
import { CustomerAccount } from './customer-account.tsx'
import { CustomerFlags, flagTones } from './customer-flags.tsx'
import { CustomerLook } from './customer-look.tsx'
import { CustomerManager } from './customer-manager.tsx'
import { CustomerNotes } from './customer-notes.tsx'
import { CustomerSections } from './customer-sections.tsx'
import { FreightAccounts } from './freight-accounts.tsx'
import { RefusedReferrals } from './refused-referrals.tsx'

/** Everything about a customer that the member may see. */
export function CustomerPage() {
  const t = useTranslations('staff-customer')
  const customerId = useStaffParam('customerId')
  const answer = useQuery(customerQuery(customerId))

  return (
    <RecordPage
      answer={answer}
      unknown={{
        title: t('unknownTitle'),
        text: t('unknownText'),
        action: <StaffLinkButton path="customers">{t('back')}</StaffLinkButton>,
      }}
    >
      {(customer) => <Customer customer={customer} />}
    </RecordPage>
  )
}

function Customer({ customer }: { customer: CustomerView }) {
  const t = useTranslations('staff-customer')
  const choices = useTranslations('staff-list.choices')

  return (
    <StaffPage
      title={
        <Row gap="sm">
          {customer.name}
          {customer.flags.map(({ flag }) => (
            <Badge key={flag} tone={flagTones[flag]}>
              {choices(`customerFlag.${flag}`)}
            </Badge>
          ))}
        </Row>
      }
      intro={customer.company === customer.name ? undefined : customer.company}
      actions={
        <StaffLinkButton path="customers" variant="quiet" size="sm">
          {t('back')}
        </StaffLinkButton>
      }
    >
      <Columns>
        <Stack gap="lg">
          <CustomerSections customer={customer} />
        </Stack>
        <Stack gap="lg">
          <CustomerAccount customer={customer} />
          <CustomerLook customer={customer} />
          <CustomerManager customer={customer} />
          <CustomerFlags customer={customer} />
          <CustomerNotes customer={customer} />
          <FreightAccounts customer={customer} />
          <Risks customer={customer} />
          {customer.money ? <Money money={customer.money} /> : null}
        </Stack>
      </Columns>
    </StaffPage>
  )
}

function Risks({ customer: { id, risks } }: { customer: CustomerView }) {
  const t = useTranslations('staff-customer')
  return (
    <Section title={t('risks')}>
      {risks.length === 0 ? <Hint>{t('noRisks')}</Hint> : null}
      <ul className={classes.list}>
        {risks.map(({ sign, count }) => (
          <li key={sign}>
            {t(`risk.${sign}`, { count })}
            {sign === 'refused-referral' ? <RefusedReferrals customerId={id} /> : null}
          </li>
        ))}
      </ul>
    </Section>
  )
}

function Money({ money: { spentMinor, balanceMinor, pendingReloadMinor, credit } }: { money: CustomerMoney }) {
  const t = useTranslations('staff-customer')
  const { money } = useFormats()

  return (
    <Section title={t('money')}>
      <Facts
        facts={[
          { label: t('spent'), value: money(spentMinor) },
          { label: t('balance'), value: money(balanceMinor) },
          { label: t('pendingReload'), value: pendingReloadMinor === 0 ? '' : money(pendingReloadMinor) },
          { label: t('creditLimit'), value: credit ? money(credit.limitMinor) : '' },
          { label: t('owed'), value: credit ? money(credit.owedMinor) : '' },
          { label: t('overdue'), value: credit && credit.overdueMinor > 0 ? money(credit.overdueMinor) : '' },
        ]}
      />
    </Section>
  )
}

type CustomerMoney = NonNullable<CustomerView['money']>
