import { useTranslations } from '#lib/texts/i18n.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Stack } from '#ui/stack.tsx'
import { Text } from '#ui/text.tsx'
import type { KnownFiles } from './known-files.ts'

interface KnownFilesDialogProps {
  known: KnownFiles
  /** Dropped files that the project does not have. */
  others: number
  onOpen: () => void
  onRaise: () => void
  onCreate: () => void
  /** The files stay: closing a question must not lose what the customer dropped. */
  onClose: () => void
}

/** Asks what to do with files that one of the customer's projects already has. */
export function KnownFilesDialog({ known, others, onOpen, onRaise, onCreate, onClose }: KnownFilesDialogProps) {
  const t = useTranslations('upload.known')
  const { matches, projectName } = known
  const name = matches[0]?.reading.file.name ?? ''
  const raised = matches.filter(({ isOrdered }) => !isOrdered).length

  return (
    <Dialog opened onClose={onClose} title={t('title', { count: matches.length })} closeLabel={t('later')}>
      <Stack>
        <Text>{t('text', { name, project: projectName, others: matches.length - 1 })}</Text>
        {raised === 0 ? <Text>{t('ordered', { count: matches.length })}</Text> : null}
        {others > 0 ? <Text>{t('others', { count: others })}</Text> : null}
        <Button data-autofocus onClick={onOpen}>
          {t('open')}
        </Button>
        {raised > 0 ? (
          <Button variant="secondary" onClick={onRaise}>
            {t('raise', { count: raised })}
          </Button>
        ) : null}
        <Button variant="secondary" onClick={onCreate}>
          {t('create')}
        </Button>
      </Stack>
    </Dialog>
  )
}
