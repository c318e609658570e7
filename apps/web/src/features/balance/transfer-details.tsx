import type { BankInstructions } from '@cotation/contracts'
import { useFormats } from '#lib/texts/formats.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { BankDetails } from '#ui/bank-details.tsx'
import { Stack } from '#ui/stack.tsx'
import { Text } from '#ui/text.tsx'

/** The bank details of a reload by transfer, and how long its rate holds. */
export function TransferDetails({ bank }: { bank: BankInstructions }) {
  const t = useTranslations('balance.bank')
  const { moment } = useFormats()

  return (
    <Stack gap="sm">
      <BankDetails bank={bank} label={(field) => t(field)} />
      <Text size="sm" tone="soft">
        {t('until', { at: moment(bank.expiresAt) })}
      </Text>
    </Stack>
  )
}
