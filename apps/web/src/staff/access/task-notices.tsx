import type { NoticeChoices } from '@cotation/contracts'
import { languages, taskNotices } from '@cotation/domain'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useAttempt } from '#lib/gateway/attempt.ts'
import { queryClient } from '#lib/gateway/query-client.ts'
import { staffApi } from '#lib/gateway/staff-api.ts'
import { staffQueries } from '#lib/gateway/staff-session.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { toast } from '#lib/toast.ts'
import { Button } from '#ui/button.tsx'
import { FormAlert } from '#ui/forms/form-alert.tsx'
import { Select } from '#ui/select.tsx'
import { Row, Stack } from '#ui/stack.tsx'
import { ErrorState, LoadingState } from '#ui/states.tsx'
import { Hint } from '#ui/text.tsx'
import { usePressAction } from '../shared/page-actions.ts'

const noticesQuery = queryOptions({
  queryKey: [staffQueries, 'account', 'notices'],
  queryFn: ({ signal }) => staffApi('GET /global/staff/me/notices', {}, { signal, quiet: true }),
})

/** When the member gets mails about which tasks. */
export function TaskNotices() {
  const notices = useQuery(noticesQuery)
  if (notices.isPending) return <LoadingState />
  if (notices.isLoadingError) return <ErrorState onRetry={() => void notices.refetch()} />

  return <NoticeForm saved={notices.data} />
}

function NoticeForm({ saved }: { saved: NoticeChoices }) {
  const t = useTranslations('staff-today')
  const field = usePressAction<HTMLSelectElement>(t('notice.title'))
  const [chosen, setChosen] = useState(saved)
  const { attempt, failure, busy } = useAttempt()
  useArrivalByMail()

  const save = () =>
    attempt(async () => {
      const stored = await staffApi('PATCH /global/staff/me/notices', { body: chosen }, { quiet: true })
      queryClient.setQueryData(noticesQuery.queryKey, stored)
      toast.success(t('notice.saved'))
    })

  const setNotice = (kind: string, value: string) => {
    const notice = taskNotices.find((one) => one === value)
    if (!notice) return
    const choices = chosen.choices.map((choice) => (choice.kind === kind ? { ...choice, notice } : choice))
    setChosen({ ...chosen, choices })
  }

  return (
    <Stack gap="sm">
      <Hint>{t('notice.lead')}</Hint>
      <FormAlert failure={failure} />
      <Select
        ref={field}
        label={t('notice.language')}
        size="sm"
        value={chosen.language}
        options={languages.map((value) => ({ value, label: t(`notice.${value}`) }))}
        onChange={(event) => {
          const language = languages.find((one) => one === event.target.value)
          if (language) setChosen({ ...chosen, language })
        }}
      />
      {chosen.choices.map(({ kind, notice }) => (
        <Select
          key={kind}
          label={t(`kind.${kind}`)}
          size="sm"
          value={notice}
          options={taskNotices.map((value) => ({ value, label: t(`notice.choice.${value}`) }))}
          onChange={(event) => setNotice(kind, event.target.value)}
        />
      ))}
      <Row justify="end">
        <Button size="sm" variant="secondary" loading={busy} onClick={() => void save()}>
          {t('notice.save')}
        </Button>
      </Row>
    </Stack>
  )
}

/** The link in the mails leads here. The browser looks for the fragment before this is rendered. */
function useArrivalByMail(): void {
  useEffect(() => {
    if (window.location.hash === '#notices') document.getElementById('notices')?.scrollIntoView()
  }, [])
}
