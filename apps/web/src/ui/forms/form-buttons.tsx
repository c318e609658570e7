import { useTranslations } from '#lib/texts/i18n.tsx'
import { Button } from '#ui/button.tsx'
import { Row } from '#ui/stack.tsx'

interface FormButtonsProps {
  submit: string
  sending: boolean
  onCancel: () => void
  /** Set if "Cancel" does not say what is given up. */
  cancel?: string
}

/** The end of a form in a dialog: give up, or send. */
export function FormButtons({ submit, sending, onCancel, cancel }: FormButtonsProps) {
  const t = useTranslations('app.ui')

  return (
    <Row justify="end">
      <Button variant="secondary" size="sm" onClick={onCancel}>
        {cancel ?? t('cancel')}
      </Button>
      <Button type="submit" size="sm" loading={sending}>
        {submit}
      </Button>
    </Row>
  )
}
