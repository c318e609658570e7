import type { StaffRight } from '@cotation/domain'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { EmptyState } from '#ui/states.tsx'
import { StaffLinkButton } from './shared/staff-link.tsx'

/** Where a screen would be that the member may not open: says which right is missing. */
export function NotAllowed({ right }: { right: StaffRight }) {
  const t = useTranslations('staff')
  return (
    <EmptyState
      isPage
      title={t('shell.notAllowed')}
      text={t('shell.notAllowedText', { right: t(`rights.${right}`) })}
      action={<BackHome />}
    />
  )
}

export function NotFound() {
  const t = useTranslations('staff.shell')
  return <EmptyState isPage title={t('notFound')} text={t('notFoundText')} action={<BackHome />} />
}

function BackHome() {
  const t = useTranslations('staff.shell')
  return (
    <StaffLinkButton path="" variant="secondary">
      {t('backHome')}
    </StaffLinkButton>
  )
}
