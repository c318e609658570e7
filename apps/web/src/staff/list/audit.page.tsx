import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useFormats } from '#lib/texts/formats.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { Alert } from '#ui/alert.tsx'
import { Hint } from '#ui/text.tsx'
import { verificationQuery } from './audit.api.ts'
import { EntryDialog } from './audit-entry.tsx'
import { StaffList } from './staff-list.tsx'

/** What staff and tools did; an entry opens in a dialog. */
export function AuditPage() {
  const t = useTranslations('staff-audit')
  const [position, setPosition] = useState<string | null>(null)

  return (
    <>
      <StaffList list="audit" intro={t('intro')} notice={<Verification />} onOpen={({ id }) => setPosition(id)} />
      {position === null ? null : <EntryDialog position={position} onClose={() => setPosition(null)} />}
    </>
  )
}

function Verification() {
  const t = useTranslations('staff-audit.verification')
  const { moment } = useFormats('medium')
  const { data } = useQuery(verificationQuery)
  if (data === undefined) return null
  if (data.verification === null) return <Hint>{t('never')}</Hint>

  const { at, position, brokenAt } = data.verification
  const date = moment(at)
  if (brokenAt === null) return <Hint>{t('sound', { date, position })}</Hint>

  return (
    <Alert tone="danger" role="alert" title={t('brokenTitle')}>
      <p>{t('broken', { date, position: brokenAt })}</p>
    </Alert>
  )
}
