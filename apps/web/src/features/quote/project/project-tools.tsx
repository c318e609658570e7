import { IconCopy, IconFileTypePdf, IconShare } from '@tabler/icons-react'
import { useState } from 'react'
import type { Workspace } from '#features/quote/workspace/workspace.ts'
import { apiFile } from '#lib/gateway/api.ts'
import { saveFile } from '#lib/save-file.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { toast } from '#lib/toast.ts'
import { Button } from '#ui/button.tsx'
import { DuplicateDialog } from './duplicate-dialog.tsx'
import classes from './header.module.css'
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
  const key = 'GET /global/project/{projectId}/quotation'
  saveFile(
    await apiFile(key, { params: { projectId } }, { quiet: true, timeoutMs: quotationTimeoutMs }),
    `${safeFileName(name)}.pdf`,
  )
}

/** Share, duplicate, and download the quotation as PDF. */
export function ProjectTools({ workspace }: { workspace: Workspace }) {
  const t = useTranslations('line.header')
  const [opened, setOpened] = useState<'share' | 'duplicate'>()
  const [isBusy, setBusy] = useState(false)
  const { id, name } = workspace.project
  const download = async () => {
    setBusy(true)
    await downloadQuotation(id, t('pdfName', { name })).catch(() => toast.error(t('pdfFailed')))
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
      <DuplicateDialog opened={opened === 'duplicate'} workspace={workspace} onClose={close} />
    </fieldset>
  )
}
