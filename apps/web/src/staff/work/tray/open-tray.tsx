import type { TrayView } from '@cotation/contracts'
import { isSameLoad } from '@cotation/domain'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useAttempt } from '#lib/gateway/attempt.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { toast } from '#lib/toast.ts'
import { ActionButton } from '#staff/shared/action-button.tsx'
import { refreshStaffData } from '#staff/shared/refresh-staff-data.ts'
import { Confirm } from '#ui/confirm.tsx'
import { focusFirstError } from '#ui/focus-first-error.ts'
import { FormAlert } from '#ui/forms/form-alert.tsx'
import { Section } from '#ui/section.tsx'
import { Row, Stack } from '#ui/stack.tsx'
import { Hint } from '#ui/text.tsx'
import { trayQueue } from '../tray.api.ts'
import { piecesIn, type TrayPieces } from '../tray-queue.ts'
import { PiecesTable, type PrintedPart, useQuantities } from './pieces-table.tsx'
import { candidatesQuery, changeContents } from './tray-actions.api.ts'
import { TrayFill } from './tray-fill.tsx'

interface OpenTrayProps {
  tray: TrayView
  memberId: string
  /** Something that the person did with the tray has not reached the server: pieces can only be taken out. */
  isWaiting: boolean
  /** The server has refused what the person did with the tray: that is settled before it starts. */
  isRefused: boolean
}

/** The pieces of a tray that is put together, with those that could be added. */
export function OpenTray({ tray, memberId, isWaiting, isRefused }: OpenTrayProps) {
  const t = useTranslations('staff-tray')
  const { data } = useQuery(candidatesQuery())
  const group = isWaiting ? undefined : data?.groups.find((one) => isSameLoad(one, tray))
  const waiting = group?.parts ?? []
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

  const save = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (!quantities.isValid) return focusFirstError(event.currentTarget)
    if (changed.length === 0) return

    // What is added may be in another tray by now: only the server knows.
    const isTakenOut = changed.every(({ stepId, quantity }) => quantity < quantityIn(tray, stepId))
    if (isTakenOut && !isRefused) {
      void trayQueue.add(memberId, tray.code, { report: 'take-out', contents: changed })
      return
    }

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
            <StartButton tray={tray} memberId={memberId} isReady={changed.length === 0 && !isRefused} />
          </Row>
        </Stack>
      </form>
    </Section>
  )
}

const quantityIn = ({ contents }: TrayView, stepId: string): number =>
  contents.find((content) => content.stepId === stepId)?.quantity ?? 0

interface StartButtonProps {
  tray: TrayView
  memberId: string
  isReady: boolean
}

function StartButton({ tray, memberId, isReady }: StartButtonProps) {
  const t = useTranslations('staff-tray')
  const [asks, setAsks] = useState(false)
  const { code } = tray
  const loaded: TrayPieces[] = piecesIn(tray)
  const count = loaded.reduce((sum, { quantity }) => sum + quantity, 0)

  const start = () => {
    // The dialog is closing: the second click of a double one.
    if (!asks) return

    setAsks(false)
    void trayQueue.add(memberId, code, { report: 'start', contents: loaded })
  }

  return (
    <>
      <ActionButton disabled={!isReady || count === 0} onClick={() => setAsks(true)}>
        {t('start')}
      </ActionButton>
      <Confirm
        opened={asks}
        title={t('startQuestion', { code })}
        confirmLabel={t('start')}
        onConfirm={start}
        onCancel={() => setAsks(false)}
      >
        {t('startText', { count })}
      </Confirm>
    </>
  )
}
