import { stations } from '@cotation/domain'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { useFormats } from '#lib/texts/formats.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { focusFirstError } from '#ui/focus-first-error.ts'
import { Section } from '#ui/section.tsx'
import { Select } from '#ui/select.tsx'
import { ErrorState, LoadingState } from '#ui/states.tsx'
import { Hint } from '#ui/text.tsx'
import { TextField } from '#ui/text-field.tsx'
import { StaffLink, staffAddress } from '../shared/staff-link.tsx'
import { StaffPage } from '../shared/staff-page.tsx'
import { useStepName } from '../shared/step-table.tsx'
import { useKeptRow } from '../shared/use-kept-row.ts'
import {
  chooseStation,
  type NextStep,
  type NextStepPage,
  useAllNextSteps,
  useNextSteps,
  useStation,
} from './kept-runs.ts'
import { useKeptWork } from './kept-work.ts'
import { QueueState } from './queue-state.tsx'
import { parseCode, useScanner } from './use-scanner.ts'
import { useWorkQueues } from './use-work-queues.ts'
import classes from './work.module.css'

/** Where an operator scans a traveller. */
export function WorkPage() {
  const t = useTranslations('staff-work')
  const queues = useWorkQueues()
  useKeptWork()

  return (
    <StaffPage title={t('title')} intro={t('lead')}>
      <ScanForm />
      <QueueState queues={queues} />
      <NextSteps />
    </StaffPage>
  )
}

/** What can be worked on at the station that the operator chooses. */
function NextSteps() {
  const t = useTranslations('staff-work')
  const names = useTranslations('staff-list.choices.station')
  const station = useStation()
  const { data: first, isPending, refetch } = useNextSteps()
  const choices = stations.map((value) => ({ value, label: names(value) }))

  return (
    <Section title={t('next')}>
      <Select
        label={t('station')}
        options={[{ value: 'all', label: t('allStations') }, ...choices]}
        value={station ?? 'all'}
        className={classes.code}
        onChange={({ target }) => chooseStation(target.value)}
      />
      {isPending ? <LoadingState /> : null}
      {first || isPending ? null : <ErrorState onRetry={() => void refetch()} />}
      {first?.steps.length === 0 ? <Hint>{t('nothingNext')}</Hint> : null}
      {first && first.steps.length > 0 && first.next === null ? (
        <>
          <Hint>{t('nextHint')}</Hint>
          <NextStepList steps={first.steps} />
        </>
      ) : null}
      {first && first.next !== null ? <LongStepList key={station} first={first} /> : null}
    </Section>
  )
}

/** More than the tablet keeps: the first ones, and the others once the operator asks for them. */
function LongStepList({ first: { steps: kept, count } }: { first: NextStepPage }) {
  const t = useTranslations('staff-work')
  const { steps = kept, hasMore, isLoading, isFailed, showMore } = useAllNextSteps(useStation())
  const total = count.isExact ? 'exact' : 'more'

  return (
    <>
      <Hint>{t('firstHint', { count: kept.length })}</Hint>
      <NextStepList steps={steps} />
      {hasMore ? (
        <>
          <Hint>{t('shown', { shown: steps.length, rows: count.rows, total })}</Hint>
          <Button variant="secondary" className={classes.large} loading={isLoading} onClick={showMore}>
            {t('showMore')}
          </Button>
        </>
      ) : null}
      {isFailed ? <Hint role="alert">{t('moreFailed')}</Hint> : null}
    </>
  )
}

function NextStepList({ steps }: { steps: readonly NextStep[] }) {
  const t = useTranslations('staff-work')
  const list = useKeptRow<HTMLUListElement>()

  return (
    <ul ref={list} className={classes.list} aria-label={t('next')}>
      {steps.map((step) => (
        <NextStepLink key={step.id} step={step} />
      ))}
    </ul>
  )
}

function NextStepLink({ step }: { step: NextStep }) {
  const t = useTranslations('staff-work')
  const stations = useTranslations('staff-list.choices.station')
  const nameOf = useStepName()
  const { day } = useFormats()
  const { code, part: name, pieces: count, station, dueDay, isHeld } = step

  const details = [nameOf(step), stations(station), t('pieces', { count }), t('dueOn', { day: day(dueDay) })]

  return (
    <li data-row={step.id}>
      <StaffLink path={`work/${code}`} className={classes.next}>
        {t('runTitle', { code, name })}
      </StaffLink>
      {isHeld ? <Badge tone="warning">{t('held')}</Badge> : null}
      <Hint>{details.join(' · ')}</Hint>
    </li>
  )
}

/** Opens the run of a scanned or typed code. Secondary beside the buttons of a step. */
export function ScanForm({ isSecondary = false }: { isSecondary?: boolean }) {
  const t = useTranslations('staff-work')
  const navigate = useNavigate()
  const [text, setText] = useState('')
  const [isWrong, setWrong] = useState(false)

  const open = (code: string) => void navigate(staffAddress({ path: `work/${code}` }))
  useScanner(open)

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const code = parseCode(text)
    setWrong(code === null)
    if (code === null) return focusFirstError(event.currentTarget)

    setText('')
    open(code)
  }

  return (
    <form className={classes.scan} onSubmit={submit} noValidate>
      <TextField
        label={t('code')}
        description={t('codeHint')}
        error={isWrong ? t('codeWrong') : undefined}
        value={text}
        className={classes.code}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        onChange={({ target }) => setText(target.value)}
      />
      <Button type="submit" variant={isSecondary ? 'secondary' : 'primary'} className={classes.large}>
        {t('open')}
      </Button>
    </form>
  )
}
