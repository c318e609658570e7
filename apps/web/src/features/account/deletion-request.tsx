import type { DeletionView } from '@cotation/contracts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { api } from '#lib/gateway/api.ts'
import { useAttempt } from '#lib/gateway/attempt.ts'
import { useFormats } from '#lib/texts/formats.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { toast } from '#lib/toast.ts'
import { Alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { FormAlert } from '#ui/forms/form-alert.tsx'
import { Notice } from '#ui/notice.tsx'
import { Row, Stack } from '#ui/stack.tsx'
import { ErrorState, LoadingState } from '#ui/states.tsx'
import { Heading, Hint, Text } from '#ui/text.tsx'
import { DeletionEffects } from './deletion-effects.tsx'
import { DeletionForm } from './deletion-form.tsx'
import { ObstacleList } from './obstacle-list.tsx'
import { deletionQuery } from './personal-data.api.ts'
import classes from './personal-data.module.css'

/**
 * The deletion page of a signed-in customer: obstacles, effects, and the form or the open request.
 * An open request whose link is blocked is shown with what blocks it, or with the form again.
 */
export function DeletionRequest() {
  const t = useTranslations('personal-data.page')
  const client = useQueryClient()
  const deletion = useQuery(deletionQuery)
  if (deletion.isPending) return <LoadingState />
  if (deletion.isLoadingError) return <ErrorState isPage onRetry={() => deletion.refetch()} />

  const { data } = deletion
  const update = (next: DeletionView) => client.setQueryData(deletionQuery.queryKey, next)

  return (
    <section className={classes.page} aria-labelledby="deletion-title">
      <Stack gap="lg">
        <div>
          <Heading level={1} id="deletion-title">
            {t('title')}
          </Heading>
          <Text tone="soft" className={classes.intro}>
            {t('intro', { email: data.email })}
          </Text>
          <Text tone="soft" className={classes.intro}>
            {t.rich('advice', {
              link: (chunks) => (
                <Link to="/user/account/profile" hash="your-data">
                  {chunks}
                </Link>
              ),
            })}
          </Text>
        </div>
        {data.request ? <SentRequest deletion={data} request={data.request} onCancelled={update} /> : null}
        {data.request && data.obstacles.length === 0 ? null : (
          <NewRequest deletion={data} onRequested={update} onRecheck={() => void deletion.refetch()} />
        )}
      </Stack>
    </section>
  )
}

interface NewRequestProps {
  deletion: DeletionView
  onRequested: (deletion: DeletionView) => void
  onRecheck: () => void
}

/** A balance alone does not hide the form: it can be given up there. */
function NewRequest({ deletion, onRequested, onRecheck }: NewRequestProps) {
  const t = useTranslations('personal-data.obstacles')
  const { obstacles } = deletion
  const isBlocked = obstacles.some(({ kind }) => kind !== 'balance')

  return (
    <>
      {isBlocked && (
        <Alert tone="warning" role="status" title={t('title')}>
          <p>{t('text')}</p>
          <ObstacleList obstacles={obstacles} />
          <Button variant="link" onClick={onRecheck}>
            {t('recheck')}
          </Button>
        </Alert>
      )}
      <DeletionEffects points={deletion.points} />
      {!isBlocked && <DeletionForm deletion={deletion} onRequested={onRequested} onBlocked={onRecheck} />}
    </>
  )
}

interface SentRequestProps {
  deletion: DeletionView
  request: NonNullable<DeletionView['request']>
  onCancelled: (deletion: DeletionView) => void
}

function SentRequest({ deletion, request, onCancelled }: SentRequestProps) {
  const t = useTranslations('personal-data.sent')
  const { money, moment } = useFormats()
  const { attempt, failure, busy } = useAttempt()

  const cancel = () =>
    attempt(async () => {
      onCancelled(await api('DELETE /global/account/deletion', {}, { quiet: true }))
      toast.success(t('cancelled'))
    })

  const isBlocked = deletion.obstacles.length > 0

  return (
    <Stack>
      {isBlocked ? (
        <BlockedLink deletion={deletion} request={request} />
      ) : (
        <Notice
          kind="sent"
          title={t('title')}
          text={t('text', { email: deletion.email, date: moment(request.expiresAt) })}
        >
          {request.givenUpMinor > 0 && <p>{t('givenUp', { amount: money(request.givenUpMinor) })}</p>}
          <p>{t('nothingYet')}</p>
        </Notice>
      )}
      <FormAlert failure={failure} />
      <Row>
        <Button variant="secondary" onClick={cancel} loading={busy}>
          {t('cancel')}
        </Button>
      </Row>
      {isBlocked ? null : <Hint>{t('resendHint')}</Hint>}
    </Stack>
  )
}

/** Why the link in the mail cannot be used: a grown balance needs another one. */
function BlockedLink({ deletion, request }: Omit<SentRequestProps, 'onCancelled'>) {
  const t = useTranslations('personal-data.sent')
  const { money, moment } = useFormats()
  const { balanceMinor, obstacles } = deletion
  const hasOnlyGrown = obstacles.every(({ kind }) => kind === 'balance')

  if (hasOnlyGrown) {
    const amounts = { balance: money(balanceMinor), amount: money(request.givenUpMinor) }
    return (
      <Alert tone="warning" role="status" title={t('staleTitle')}>
        <p>{t('staleText', amounts)}</p>
      </Alert>
    )
  }
  return (
    <Alert tone="warning" role="status" title={t('blockedTitle')}>
      <p>{t('blockedText', { date: moment(request.expiresAt) })}</p>
    </Alert>
  )
}
