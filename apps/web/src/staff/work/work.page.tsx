import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/text-field.tsx'
import { staffAddress } from '../shared/staff-link.tsx'
import { StaffPage } from '../shared/staff-page.tsx'
import { QueueState } from './queue-state.tsx'
import { useReportQueue } from './use-report-queue.ts'
import { parseCode, useScanner } from './use-scanner.ts'
import classes from './work.module.css'

/** Where an operator scans a traveller. */
export function WorkPage() {
  const t = useTranslations('staff-work')
  const queue = useReportQueue()

  return (
    <StaffPage title={t('title')} intro={t('lead')}>
      <ScanForm />
      <QueueState queue={queue} />
    </StaffPage>
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

  const submit = (event: FormEvent) => {
    event.preventDefault()
    const code = parseCode(text)
    setWrong(code === null)
    if (code === null) return

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
