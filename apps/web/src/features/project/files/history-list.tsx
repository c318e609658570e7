import { Button, Checkbox } from '@mantine/core'
import { useState } from 'react'
import { useFormatter } from 'use-intl'
import { requoteFiles } from '#features/project/api/project.api.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import lists from '#ui/list.module.css'
import { ButtonLink } from '#ui/text-link.tsx'
import { FileItem } from './file-item.tsx'
import { isQuotable } from './file-words.ts'
import { projectNameOf } from './files-of.ts'
import own from './history-list.module.css'
import { ProjectLinks } from './project-links.tsx'
import { type HistoryEntry, RemoveFile } from './remove-file.tsx'

/** The default technology of a new quote; the customer can change it on the quote page. */
const service = '3d-printing'

function Uses({ projects }: Pick<HistoryEntry, 'projects'>) {
  const t = useTranslations('project.history')
  if (projects.length === 0) return <span>{t('unused')}</span>
  return (
    <>
      <span>{t('projects', { count: projects.length })}</span>
      <ProjectLinks projects={projects} />
    </>
  )
}

/** One page of the upload history. Several files can be selected for one new quote. */
export function HistoryList({ entries, stale }: { entries: readonly HistoryEntry[]; stale: boolean }) {
  const t = useTranslations('project')
  const format = useFormatter()
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [removing, setRemoving] = useState<HistoryEntry>()
  const [busy, setBusy] = useState(false)
  const selected = entries.filter(({ upload }) => chosen.has(upload.id) && isQuotable(upload))

  const toggle = (id: string) =>
    setChosen((before) => new Set(before.has(id) ? [...before].filter((other) => other !== id) : [...before, id]))

  const quoteSelected = async () => {
    setBusy(true)

    const date = format.dateTime(new Date(), { dateStyle: 'medium' })
    const [first, ...others] = selected
    const isSingle = first !== undefined && others.length === 0
    const severalName = t('history.severalName', { count: selected.length, date })
    const name = isSingle ? projectNameOf(first.upload.name) : severalName

    await requoteFiles({ name, service, uploadIds: selected.map(({ upload }) => upload.id) }).catch(() => {})

    setBusy(false)
  }

  return (
    <>
      <div className={own.selection}>
        <span role="status">{t('history.selected', { count: selected.length })}</span>
        <Button disabled={selected.length === 0} loading={busy} onClick={() => void quoteSelected()}>
          {t('history.requoteSelected')}
        </Button>
      </div>
      <ul className={`${lists.list} ${lists.renewed}`} aria-busy={stale}>
        {entries.map((entry) => {
          const { upload, thumbnailId, projects } = entry
          const { id, name } = upload

          return (
            <FileItem
              key={id}
              upload={upload}
              thumbnailId={thumbnailId}
              before={
                <Checkbox
                  aria-label={t('history.select', { name })}
                  checked={chosen.has(id) && isQuotable(upload)}
                  disabled={!isQuotable(upload)}
                  onChange={() => toggle(id)}
                />
              }
              uses={<Uses projects={projects} />}
              sendAgain={
                <ButtonLink to="/quote" search={{}} size="xs" aria-label={t('files.sendAgainOf', { name })}>
                  {t('files.sendAgain')}
                </ButtonLink>
              }
              onRequote={() => requoteFiles({ name: projectNameOf(name), service, uploadIds: [id] })}
            >
              <Button
                size="xs"
                variant="subtle"
                color="red"
                aria-label={t('history.removeOf', { name })}
                onClick={() => setRemoving(entry)}
              >
                {t('history.remove')}
              </Button>
            </FileItem>
          )
        })}
      </ul>
      {removing ? <RemoveFile entry={removing} onClose={() => setRemoving(undefined)} /> : null}
    </>
  )
}
