import { type ClaimView, claimAnswerBody } from '@cotation/contracts'
import { Link } from '@tanstack/react-router'
import { useId } from 'react'
import { useFormats } from '#lib/texts/formats.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { toast } from '#lib/toast.ts'
import { Button } from '#ui/button.tsx'
import { CopyButton } from '#ui/copy-button.tsx'
import { type FieldBinding, useZodForm } from '#ui/forms/form.ts'
import { FormAlert } from '#ui/forms/form-alert.tsx'
import { useSubmission } from '#ui/forms/submission.ts'
import { Notice } from '#ui/notice.tsx'
import { Section } from '#ui/section.tsx'
import { Row, Stack } from '#ui/stack.tsx'
import { Hint } from '#ui/text.tsx'
import { TextArea } from '#ui/text-area.tsx'
import { answerQuestion } from './after-sale.api.ts'
import classes from './after-sale.module.css'
import { PhotoField, useChosenPhotos } from './photo-field.tsx'

/**
 * The answer to the latest question of staff, with more photos. Mounted with every claim: a second
 * tab or staff may end the question while the answer is being written, which must not lose it.
 */
export function ClaimAnswer({ claim }: { claim: ClaimView }) {
  const t = useTranslations('after-sale.claim')
  const form = useZodForm(claimAnswerBody, { text: '', photoIds: [] as string[] })
  const photos = useChosenPhotos((photoIds) => form.setFieldValue('photoIds', photoIds))
  const { onSubmit, failure, sending } = useSubmission(form, async (answer) => {
    await answerQuestion(claim.id, answer)
    form.reset()
    photos.clear()
    toast.success(t('answered'))
  })

  if (!claim.can.answer) {
    const { text } = form.values
    const isUnsent = text.trim() !== '' && !sending
    return isUnsent ? <UnsentAnswer claim={claim} text={text} hasPhotos={photos.photos.length > 0} /> : null
  }

  return (
    <Section title={t('answerTitle')}>
      <form onSubmit={onSubmit} noValidate>
        <Stack className={classes.fields}>
          <FormAlert failure={failure} />
          <QuestionAndText claim={claim} field={form.getInputProps('text')} />
          <PhotoField chosen={photos} isOptional error={form.errorText('photoIds')} />
          <Row>
            <Button type="submit" size="sm" loading={sending || photos.busy}>
              {t('answerSubmit')}
            </Button>
          </Row>
        </Stack>
      </form>
    </Section>
  )
}

function QuestionAndText({ claim: { history }, field }: { claim: ClaimView; field: FieldBinding }) {
  const t = useTranslations('after-sale.claim')
  const { moment } = useFormats('medium')
  const questionId = useId()
  const question = history.findLast(({ to }) => to === 'question')

  return (
    <>
      {question ? (
        <div className={classes.question}>
          <Hint>
            {t('asked')}, <time dateTime={question.at}>{moment(question.at)}</time>
          </Hint>
          <p id={questionId} className={classes.said}>
            {question.text}
          </p>
        </div>
      ) : null}
      <TextArea
        {...field}
        label={t('answer')}
        limit={2000}
        rows={3}
        required
        aria-describedby={question ? questionId : undefined}
      />
    </>
  )
}

interface UnsentAnswerProps {
  claim: ClaimView
  text: string
  hasPhotos: boolean
}

/** What was written, to copy: a claim takes one answer to each question. */
function UnsentAnswer({ claim: { state }, text, hasPhotos }: UnsentAnswerProps) {
  const t = useTranslations('after-sale.claim.unsent')
  // Only an answer leads from a question back to `open`.
  const why = state === 'open' ? 'answered' : 'changed'

  return (
    <Section title={t('title')}>
      <Stack className={classes.fields}>
        <Notice
          kind="refused"
          text={t.rich(why, {
            link: (chunks) => (
              <Link to="/contact" search={{ topic: 'order' }}>
                {chunks}
              </Link>
            ),
          })}
        />
        <p className={classes.said}>{text}</p>
        {hasPhotos ? <Hint>{t('photos')}</Hint> : null}
        <Row>
          <CopyButton text={text} label={t('text')} />
        </Row>
      </Stack>
    </Section>
  )
}
