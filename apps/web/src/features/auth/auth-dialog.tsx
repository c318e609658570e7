import { useLocation } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { Stack } from '#ui/stack.tsx'
import { Text } from '#ui/text.tsx'
import { LoginForm } from './login-form.tsx'
import { QuickLoginButtons } from './quick-login-buttons.tsx'
import { SignUpFlow } from './sign-up-flow.tsx'

interface AuthDialogProps {
  opened: boolean
  onClose: () => void
}

type Tab = 'logIn' | 'signUp'

/**
 * Spec 8: a visitor of the quote screens whose session ended logs in here and keeps the page as it
 * is.
 */
export function AuthDialog({ opened, onClose }: AuthDialogProps) {
  const t = useTranslations('auth.dialog')
  const [tab, setTab] = useState<Tab>('logIn')
  const { pathname, href } = useLocation()
  const openedAt = useRef(pathname)
  useEffect(() => {
    if (!opened) openedAt.current = pathname
    // A link inside, such as "forgot your password", leads to another screen: the dialog must not
    // cover it.
    else if (openedAt.current !== pathname) onClose()
  }, [opened, pathname, onClose])

  return (
    <Dialog opened={opened} onClose={onClose} title={t('title')} size="md" closeLabel={t('close')}>
      <Stack>
        <Text size="sm" tone="soft">
          {t('intro')}
        </Text>
        <Segmented
          label={t('title')}
          hidesLabel
          value={tab}
          onChange={(chosen) => setTab(chosen === 'signUp' ? 'signUp' : 'logIn')}
          options={[
            { value: 'logIn', label: t('logInTab') },
            { value: 'signUp', label: t('signUpTab') },
          ]}
        />
        {tab === 'logIn' ? (
          <div>
            <LoginForm onSignedIn={onClose}>
              <QuickLoginButtons callback={href} />
            </LoginForm>
          </div>
        ) : (
          <SignUpFlow callback={href} />
        )}
      </Stack>
    </Dialog>
  )
}
