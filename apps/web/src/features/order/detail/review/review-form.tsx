import { reviewBody } from '@cotation/contracts'
import { ratings } from '@cotation/domain'
import { Button, Stack, Textarea } from '@mantine/core'
import { reviewOrder } from '#features/order/api/order.api.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { toast } from '#lib/toast.ts'
import { useZodForm } from '#ui/forms/form.ts'
import { FormAlert } from '#ui/forms/form-alert.tsx'
import { useSubmission } from '#ui/forms/submission.ts'
import classes from './review.module.css'
import { StarField } from './star-field.tsx'

const unrated = { stars: 0, workmanship: 0, product: 0, service: 0, logistics: 0, comment: '' }

/** The five ratings of spec 3 and a comment, once per order. */
export function ReviewForm({ orderId }: { orderId: string }) {
  const t = useTranslations('order.review')
  const form = useZodForm(reviewBody, unrated)
  const { onSubmit, failure, sending } = useSubmission(form, async (review) => {
    await reviewOrder(orderId, review)
    toast.success(t('thanks'))
  })

  return (
    <form onSubmit={onSubmit} noValidate aria-label={t('title')}>
      <Stack gap="md">
        <p className={classes.intro}>{t('intro')}</p>
        <FormAlert failure={failure} />
        <div className={classes.ratings}>
          {ratings.map((rating) => (
            <StarField
              key={rating}
              name={rating}
              label={t(`rating.${rating}`)}
              value={form.values[rating]}
              error={form.errorText(rating)}
              onChange={(value) => form.setFieldValue(rating, value)}
            />
          ))}
        </div>
        <Textarea {...form.getInputProps('comment')} label={t('comment')} maxLength={2000} autosize minRows={3} />
        <Button type="submit" loading={sending} className={classes.submit ?? ''}>
          {t('submit')}
        </Button>
      </Stack>
    </form>
  )
}
