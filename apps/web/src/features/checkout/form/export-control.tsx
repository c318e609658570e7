import type { ExportControlView } from '@cotation/contracts'
import { exportAnswers } from '@cotation/domain'
import { type FormEvent, useState } from 'react'
import { useAttempt } from '#lib/gateway/attempt.ts'
import { useFormats } from '#lib/texts/formats.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { Alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { focusFirstError } from '#ui/focus-first-error.ts'
import { FormAlert } from '#ui/forms/form-alert.tsx'
import { LinkButton } from '#ui/link-button.tsx'
import { Radio, RadioGroup } from '#ui/radio-group.tsx'
import { Row, Stack } from '#ui/stack.tsx'
import { Text } from '#ui/text.tsx'
import { Section } from './section.tsx'
import type { CheckoutProps } from './use-checkout.ts'
import type { ExportQuestion } from './use-export-answer.ts'

/** Whether the parts are subject to export control: asked once per project. */
export function ExportControl({ checkout: { project, preview, errors, exportQuestion, focusOn } }: CheckoutProps) {
  const t = useTranslations('checkout.export')
  const control = preview.view?.exportControl
  if (!control) return null

  /** The control that had the focus is replaced. */
  const ask = (isAskedAgain: boolean) => {
    exportQuestion.ask(isAskedAgain)
    focusOn('export')
  }

  return (
    <Section name="export" title={t('title')} error={errors.export}>
      {exportQuestion.isAsked ? (
        <Question
          question={exportQuestion}
          isRefused={errors.export !== undefined}
          onAnswered={() => focusOn('export')}
          onCancel={exportQuestion.isChanging ? () => ask(false) : undefined}
        />
      ) : (
        <Answer projectId={project.id} control={control} onChange={() => ask(true)} />
      )}
    </Section>
  )
}

interface QuestionProps {
  question: ExportQuestion
  /** The order was tried without a complete answer. */
  isRefused: boolean
  onAnswered: () => void
  /** Keeps an earlier answer. */
  onCancel: (() => void) | undefined
}

/** "No" needs a confirmation; the other answers lead to a person. An order saves a complete answer, too. */
function Question({ question, isRefused, onAnswered, onCancel }: QuestionProps) {
  const t = useTranslations('checkout.export')
  const ui = useTranslations('app.ui')
  const validation = useTranslations('validation')
  const { attempt, failure, busy } = useAttempt()
  const [isTried, setTried] = useState(false)
  const { answer, isConfirmed, choose } = question
  const isMissing = answer === null
  const isUnconfirmed = answer === 'no' && !isConfirmed

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    setTried(true)
    if (isMissing || isUnconfirmed) return focusFirstError(event.currentTarget)

    void attempt(async () => {
      await question.save()
      onAnswered()
    })
  }

  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <RadioGroup
          label={t('question')}
          description={t('explanation')}
          value={answer}
          error={isTried && isMissing ? validation('EXPORT_ANSWER_REQUIRED') : undefined}
          onChange={(value) => choose({ answer: exportAnswers.find((known) => known === value) ?? null })}
        >
          {exportAnswers.map((known) => (
            <Radio key={known} value={known} label={t(`answer.${known}`)} />
          ))}
        </RadioGroup>
        {answer === 'no' ? (
          <Checkbox
            label={t('confirm')}
            checked={isConfirmed}
            error={(isTried || isRefused) && isUnconfirmed ? validation('EXPORT_NOT_CONFIRMED') : undefined}
            onChange={(event) => choose({ isConfirmed: event.currentTarget.checked })}
          />
        ) : null}
        <FormAlert failure={failure} />
        <Row>
          <Button type="submit" variant="secondary" size="sm" loading={busy}>
            {t('save')}
          </Button>
          {onCancel ? (
            <Button variant="quiet" size="sm" onClick={onCancel}>
              {ui('cancel')}
            </Button>
          ) : null}
        </Row>
      </Stack>
    </form>
  )
}

interface AnswerProps {
  projectId: string
  control: ExportControlView
  onChange: () => void
}

/** The answer, what follows from it, and the way to change it before the first order. */
function Answer({ projectId, control: { standing, answer, answeredAt, isFixed }, onChange }: AnswerProps) {
  const t = useTranslations('checkout.export')
  const { date } = useFormats()
  if (answer === null || answeredAt === null) return null

  const isCleared = standing === 'clear' && answer !== 'no'

  return (
    <Stack>
      <Text role="status">{t('answered', { answer: t(`answer.${answer}`), date: date(answeredAt) })}</Text>
      {isCleared ? <Text>{t('cleared')}</Text> : null}
      {standing === 'in-review' ? (
        <Alert tone="warning" title={t('reviewTitle')}>
          <Stack gap="xs">
            <Text>{t('reviewText')}</Text>
            <Row>
              <LinkButton to="/contact" search={{ topic: 'quote', about: 'export', number: projectId }} size="sm">
                {t('ask')}
              </LinkButton>
            </Row>
          </Stack>
        </Alert>
      ) : null}
      {isFixed ? (
        <Text size="sm" tone="soft">
          {t('fixed')}
        </Text>
      ) : (
        <Row>
          <Button variant="quiet" size="sm" onClick={onChange}>
            {t('change')}
          </Button>
        </Row>
      )}
    </Stack>
  )
}
