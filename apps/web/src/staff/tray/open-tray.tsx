import type { TrayView } from '@cotation/contracts'
import { isSameLoad } from '@cotation/domain'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useAttempt } from '#lib/gateway/attempt.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { toast } from '#lib/toast.ts'
import { Confirm } from '#ui/confirm.tsx'
import { FormAlert } from '#ui/forms/form-alert.tsx'
import { Section } from '#ui/section.tsx'
import { Row, Stack } from '#ui/stack.tsx'
import { Hint } from '#ui/text.tsx'
import { ActionButton } from '../shared/action-button.tsx'
import { refreshStaffData } from '../shared/refresh-staff-data.ts'
import { PiecesTable, type PrintedPart, useQuantities } from './pieces-table.tsx'
import { candidatesQuery, changeContents, startTray } from './tray.api.ts'
import { TrayFill } from './tray-fill.tsx'

/** The pieces of a tray that is put together, with those that could be added. */
export function OpenTray({ tray }: { tray: TrayView }) {
  const t = useTranslations('staff-tray')
  const { data } = useQuery(candidatesQuery())
  const waiting = data?.groups.find((group) => isSameLoad(group, tray))?.parts ?? []
  const { attempt, failure, busy } = useAttempt()

  const inTray: PrintedPart[] = tray.contents.map((content) => {
    const free = waiting.find(({ stepId }) => stepId === content.stepId)?.quantity ?? 0
    return { ...content, max: content.quantity + free, chosen: content.quantity }
  })
  const others: PrintedPart[] = waiting
    .filter(({ stepId }) => !inTray.some((part) => part.stepId === stepId))
    .map((part) => ({ ...part, max: part.quantity, chosen: 0 }))
  const parts = [...inTray, ...others]
  const quantities = useQuantities(parts)
  const { changed } = quantities

  const save = (event: FormEvent) => {
    event.preventDefault()
    if (!quantities.isValid || changed.length === 0) return

    void attempt(async () => {
      await changeContents(tray.code, changed)
      await refreshStaffData()
      toast.success(t('saved'))
    })
  }

  return (
    <Section title={t('partsOf')}>
      <form onSubmit={save} noValidate>
        <Stack>
          <TrayFill station={tray.station} spaceMm={tray.spaceMm} parts={quantities.filled} />
          {parts.length === 0 ? <Hint>{t('empty')}</Hint> : null}
          {parts.length > 0 ? <PiecesTable caption={t('partsOf')} parts={parts} quantities={quantities} /> : null}
          <FormAlert failure={failure} />
          {changed.length > 0 ? <Hint>{t('unsaved')}</Hint> : null}
          <Row justify="end">
            <ActionButton type="submit" variant="secondary" loading={busy} disabled={changed.length === 0}>
              {t('save')}
            </ActionButton>
            <StartButton tray={tray} isReady={changed.length === 0} />
          </Row>
        </Stack>
      </form>
    </Section>
  )
}

function StartButton({ tray: { code, contents }, isReady }: { tray: TrayView; isReady: boolean }) {
  const t = useTranslations('staff-tray')
  const [asks, setAsks] = useState(false)
  const { attempt, failure, busy } = useAttempt()
  const count = contents.reduce((sum, { quantity }) => sum + quantity, 0)

  const start = () =>
    void attempt(async () => {
      await startTray(code)
      toast.success(t('started'))
      setAsks(false)
      await refreshStaffData()
    })

  return (
    <>
      <ActionButton disabled={!isReady || count === 0} onClick={() => setAsks(true)}>
        {t('start')}
      </ActionButton>
      <Confirm
        opened={asks}
        title={t('startQuestion', { code })}
        confirmLabel={t('start')}
        loading={busy}
        onConfirm={start}
        onCancel={() => setAsks(false)}
      >
        <Stack>
          <FormAlert failure={failure} />
          {t('startText', { count })}
        </Stack>
      </Confirm>
    </>
  )
}
