import type { ManualQuoteView } from '@cotation/contracts'
import { useState } from 'react'
import type { WorkLine } from '#features/quote/workspace/work-line.ts'
import type { WorkspaceActions } from '#features/quote/workspace/workspace.ts'
import { useAttempt } from '#lib/gateway/attempt.ts'
import { useFailureText } from '#lib/gateway/failures.ts'
import { useUser } from '#lib/gateway/user.ts'
import { useFormats } from '#lib/texts/formats.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { Button } from '#ui/button.tsx'
import { TextArea } from '#ui/text-area.tsx'
import { TextField } from '#ui/text-field.tsx'
import classes from './panel.module.css'

interface ExpertProps {
  scope: { line: WorkLine; actions: WorkspaceActions; readOnly: boolean }
}

/** Asks an expert about the part; the answer becomes the line's price. */
export function ExpertQuestion({ scope }: ExpertProps) {
  const t = useTranslations('panel.expert')
  const [open, setOpen] = useState(false)
  const { manual } = scope.line.view
  if (manual) return <Asked manual={manual} scope={scope} />
  if (scope.readOnly) return null

  return (
    <div className={classes.expertBox}>
      <Button variant="secondary" aria-expanded={open} onClick={() => setOpen(!open)}>
        {t('ask')}
      </Button>
      {open ? <Form scope={scope} /> : null}
    </div>
  )
}

const maxQuestionLength = 2000

function Form({ scope: { line, actions } }: ExpertProps) {
  const t = useTranslations('panel.expert')
  const failureText = useFailureText()
  const { userInfo } = useUser()
  const { attempt, failure, busy } = useAttempt()
  const [question, setQuestion] = useState('')
  const [typedEmail, setEmail] = useState<string>()
  const email = typedEmail ?? userInfo?.email ?? ''

  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault()
        void attempt(() => actions.askExpert(line.id, question.trim(), email.trim()))
      }}
    >
      <p>{t('promise')}</p>
      <TextArea
        className={classes.wide}
        label={t('question')}
        rows={4}
        required
        maxLength={maxQuestionLength}
        value={question}
        onChange={(event) => setQuestion(event.currentTarget.value)}
      />
      <TextField
        className={classes.wide}
        label={t('email')}
        type="email"
        required
        autoComplete="email"
        value={email}
        onChange={(event) => setEmail(event.currentTarget.value)}
      />
      {failure ? (
        <p role="alert" className={classes.wrong}>
          {failureText(failure)}
        </p>
      ) : null}
      <Button type="submit" disabled={busy}>
        {t('send')}
      </Button>
    </form>
  )
}

const withdrawTexts = { asked: 'recall', answered: 'giveUp', declined: 'dismiss' } as const

function Asked({ manual, scope: { line, actions, readOnly } }: ExpertProps & { manual: ManualQuoteView }) {
  const t = useTranslations('panel.expert')
  const failureText = useFailureText()
  const { money, moment } = useFormats()
  const { attempt, failure, busy } = useAttempt()
  const { state, question, askedAt, answer } = manual

  return (
    <div className={classes.expertBox} role="status">
      <p className={classes.strong}>{t(`state.${state}`)}</p>
      <p className={classes.soft}>{t('askedAt', { date: moment(askedAt) })}</p>
      <blockquote>{question}</blockquote>
      {answer ? (
        <>
          <p className={classes.soft}>{t('answeredAt', { date: moment(answer.answeredAt) })}</p>
          {answer.lineMinor === null ? null : (
            <p className={classes.strong}>
              {t('answer', { price: money(answer.lineMinor), days: answer.workingDays ?? 0 })}
            </p>
          )}
          {answer.note ? <p>{answer.note}</p> : null}
        </>
      ) : null}
      {failure ? <p role="alert">{failureText(failure)}</p> : null}
      {readOnly ? null : (
        <Button variant="quiet" disabled={busy} onClick={() => void attempt(() => actions.recallExpert(line.id))}>
          {t(withdrawTexts[state])}
        </Button>
      )}
    </div>
  )
}
