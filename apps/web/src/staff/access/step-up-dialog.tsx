import { useQuery } from '@tanstack/react-query'
import { refreshMember } from '#lib/gateway/member.ts'
import { staffApi } from '#lib/gateway/staff-api.ts'
import type { AnswerStepUp } from '#lib/gateway/step-up.ts'
import { signWithPasskey } from '#lib/passkeys.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Stack } from '#ui/stack.tsx'
import { ErrorState, LoadingState } from '#ui/states.tsx'
import { Text } from '#ui/text.tsx'
import { FactorForm } from './factor-form.tsx'
import { ownFactorsQuery } from './own-factors.api.ts'

/** Asks for the second factor before an action that needs a fresh one, which is then repeated. */
export function StepUpDialog({ onAnswer }: { onAnswer: AnswerStepUp }) {
  const t = useTranslations('staff-access.stepUp')
  const ui = useTranslations('app.ui')
  const factors = useQuery(ownFactorsQuery)
  const giveUp = () => onAnswer(false)

  const confirm = async (code: string) => {
    await staffApi('POST /global/staff/step-up', { body: { code } }, { quiet: true })
    finish()
  }

  const confirmByPasskey = async () => {
    const challenge = await staffApi('POST /global/staff/step-up/passkey/begin', {}, { quiet: true })
    const body = await signWithPasskey(challenge)
    if (body === null) return

    await staffApi('POST /global/staff/step-up/passkey', { body }, { quiet: true })
    finish()
  }

  const finish = () => {
    void refreshMember()
    onAnswer(true)
  }

  return (
    <Dialog opened onClose={giveUp} title={t('title')} keepsOpenOutside>
      <Stack>
        <Text size="sm">{t('intro')}</Text>
        {factors.isPending ? <LoadingState /> : null}
        {factors.isLoadingError ? (
          <>
            <ErrorState message={t('unknownFactors')} onRetry={() => void factors.refetch()} />
            <Button variant="quiet" onClick={giveUp} fullWidth>
              {ui('cancel')}
            </Button>
          </>
        ) : null}
        {factors.data ? (
          <FactorForm
            hasApp={factors.data.appSince !== null}
            offersPasskey={factors.data.passkeys.length > 0}
            onCode={confirm}
            onPasskey={confirmByPasskey}
            exit={{ label: ui('cancel'), onClick: giveUp }}
          />
        ) : null}
      </Stack>
    </Dialog>
  )
}
