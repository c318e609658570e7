import { useQuery } from '@tanstack/react-query'
import { customerLook } from '#lib/gateway/customer-look.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { Stack } from '#ui/stack.tsx'
import { ErrorState, LoadingState } from '#ui/states.tsx'
import { Heading, Text } from '#ui/text.tsx'
import classes from './account.module.css'
import { AccountCard } from './account-card.tsx'
import { ConnectedAccounts } from './connected-accounts.tsx'
import { EmailChange } from './email-change.tsx'
import { OpenSessions } from './open-sessions.tsx'
import { usePasswordProof } from './password-proof.tsx'
import { profileQuery } from './profile.api.ts'
import { ProfileForm } from './profile-form.tsx'
import { ProfilePicture } from './profile-picture.tsx'
import { SecondFactor } from './second-factor.tsx'
import { StaffViews } from './staff-views.tsx'
import { YourData } from './your-data.tsx'

export function ProfilePage() {
  const t = useTranslations('account.profile')
  const profile = useQuery(profileQuery)
  const { withProof, dialog } = usePasswordProof(profile.data?.hasPassword ?? true)

  if (profile.isPending) return <LoadingState />
  if (profile.isLoadingError) return <ErrorState isPage onRetry={() => profile.refetch()} />

  return (
    <section className={classes.page} aria-labelledby="profile-title">
      <Heading level={1} id="profile-title">
        {t('title')}
      </Heading>
      <Text tone="soft" className={classes.intro}>
        {t('intro')}
      </Text>
      <Stack gap="lg">
        <ProfilePicture imageUrl={profile.data.imageUrl} name={profile.data.username} />
        <ProfileForm profile={profile.data} withProof={withProof} />
        <EmailChange email={profile.data.email} hasPassword={profile.data.hasPassword} />
        {customerLook === null ? (
          <>
            <ConnectedAccounts hasPassword={profile.data.hasPassword} withProof={withProof} />
            <SecondFactor hasPassword={profile.data.hasPassword} withProof={withProof} />
            <OpenSessions />
            <StaffViews />
            <YourData hasPassword={profile.data.hasPassword} />
          </>
        ) : (
          <CardsInLook />
        )}
      </Stack>
      {dialog}
    </section>
  )
}

/** Staff may not read ways in, sessions and exports (decision 42), so their calls are not sent. */
function CardsInLook() {
  const t = useTranslations('account')
  const personalData = useTranslations('personal-data.section')
  const hidden = t('profile.hiddenInLook')

  return (
    <>
      <AccountCard id="connected" title={t('connected.title')} intro={hidden} />
      <AccountCard id="second-factor" title={t('secondFactor.title')} intro={hidden} />
      <AccountCard id="sessions" title={t('sessions.title')} intro={hidden} />
      <StaffViews />
      <AccountCard id="your-data" title={personalData('title')} intro={hidden} />
    </>
  )
}
