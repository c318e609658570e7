import { IconCopy, IconFileTypePdf, IconMailForward, IconShare } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import type { Workspace } from '#features/quote/workspace/workspace.ts'
import { apiFile } from '#lib/gateway/api.ts'
import { saveFile } from '#lib/save-file.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { toast } from '#lib/toast.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Row, Stack } from '#ui/stack.tsx'
import { Text } from '#ui/text.tsx'
import { TextField } from '#ui/text-field.tsx'
import { ForwardDialog } from './forward-dialog.tsx'
import classes from './project.module.css'
import { ShareDialog } from './share-dialog.tsx'

/** The PDF of two hundred lines takes a while. */
const quotationTimeoutMs = 60_000

/** Keeps the characters that every file system accepts. */
const safeFileName = (name: string) => name.replace(/[^\p{L}\p{N} ._()-]+/gu, '_').slice(0, 120)

/**
 * Fetches the quotation with the session's token, which a plain link would not send, and saves it
 * as a file.
 */
async function downloadQuotation(projectId: string, name: string): Promise<void> {
  const options = { quiet: true, timeoutMs: quotationTimeoutMs }
  const quotation = await apiFile('GET /global/project/{projectId}/quotation', { params: { projectId } }, options)
  saveFile(quotation, `${safeFileName(name)}.pdf`)
}

/** Share, forward to a purchaser, duplicate, and download the quotation as PDF. */
export function ProjectTools({ workspace }: { workspace: Workspace }) {
  const t = useTranslations('line.header')
  const [opened, setOpened] = useState<'share' | 'forward' | 'duplicate'>()
  const [isBusy, setBusy] = useState(false)
  const { actions, project } = workspace
  const { id, name } = project

  const download = async () => {
    setBusy(true)
    await actions
      .keepCountry()
      .then(() => downloadQuotation(id, t('pdfName', { name })))
      .catch(() => toast.error(t('pdfFailed')))
    setBusy(false)
  }

  const close = () => setOpened(undefined)

  return (
    <fieldset className={classes.tools}>
      <legend className="visually-hidden">{t('tools')}</legend>
      <Button variant="secondary" size="sm" className={classes.button} onClick={() => setOpened('share')}>
        <IconShare size={16} aria-hidden />
        {t('share')}
      </Button>
      <Button
        variant="secondary"
        size="sm"
        className={classes.button}
        aria-label={t('forward')}
        title={t('forward')}
        onClick={() => setOpened('forward')}
      >
        <IconMailForward size={16} aria-hidden />
        {t('forwardShort')}
      </Button>
      <Button variant="secondary" size="sm" className={classes.button} onClick={() => setOpened('duplicate')}>
        <IconCopy size={16} aria-hidden />
        {t('duplicate')}
      </Button>
      <Button
        variant="secondary"
        size="sm"
        className={classes.button}
        disabled={isBusy}
        onClick={() => void download()}
      >
        <IconFileTypePdf size={16} aria-hidden />
        {t(isBusy ? 'pdfBusy' : 'pdf')}
      </Button>
      <ShareDialog opened={opened === 'share'} workspace={workspace} onClose={close} />
      <ForwardDialog opened={opened === 'forward'} workspace={workspace} onClose={close} />
      <DuplicateDialog opened={opened === 'duplicate'} workspace={workspace} onClose={close} />
    </fieldset>
  )
}

interface DuplicateDialogProps {
  opened: boolean
  workspace: Workspace
  onClose: () => void
}

/** Asks for a name, duplicates the project and opens the copy. */
function DuplicateDialog({ opened, workspace, onClose }: DuplicateDialogProps) {
  const t = useTranslations('line.duplicate')

  return (
    <Dialog opened={opened} onClose={onClose} title={t('title')}>
      {opened ? <DuplicateForm workspace={workspace} onClose={onClose} /> : null}
    </Dialog>
  )
}

function DuplicateForm({ workspace: { project, actions }, onClose }: Omit<DuplicateDialogProps, 'opened'>) {
  const t = useTranslations('line.duplicate')
  const ui = useTranslations('app.ui')
  const validation = useTranslations('validation')
  const navigate = useNavigate()
  const [name, setName] = useState(() => t('suggestion', { name: project.name.slice(0, 100) }))
  const [isBusy, setBusy] = useState(false)
  const isEmpty = name.trim() === ''

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isEmpty) return

    setBusy(true)

    try {
      const projectId = await actions.duplicate(name.trim())
      onClose()
      await navigate({ to: '/quote/$projectId', params: { projectId } })
    } catch {
      // The gateway has shown the error; the name stays.
      setBusy(false)
    }
  }

  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <Stack>
        <Text size="sm">{t('text')}</Text>
        <TextField
          label={t('name')}
          value={name}
          maxLength={120}
          required
          data-autofocus
          error={isEmpty ? validation('PROJECT_NAME_REQUIRED') : undefined}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Row justify="end">
          <Button variant="secondary" size="sm" onClick={onClose}>
            {ui('cancel')}
          </Button>
          <Button type="submit" size="sm" loading={isBusy} disabled={isEmpty}>
            {t('do')}
          </Button>
        </Row>
      </Stack>
    </form>
  )
}
