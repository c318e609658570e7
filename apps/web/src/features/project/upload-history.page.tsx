import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useAttempt } from '#lib/gateway/attempt.ts'
import { useFormats } from '#lib/texts/formats.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { LinkButton } from '#ui/link-button.tsx'
import lists from '#ui/list.module.css'
import { ListPage, ListResults } from '#ui/list-page.tsx'
import { SearchField } from '#ui/search-field.tsx'
import { useListAddress } from '#ui/use-list-address.ts'
import { FileItem, isQuotable } from './file-item.tsx'
import { NoResult } from './no-result.tsx'
import { requoteFile, requoteFiles, uploadsQuery } from './project.api.ts'
import classes from './project.module.css'
import { type HistoryEntry, ProjectLinks, RemoveFile } from './remove-file.tsx'

/** The default technology of a new quote; the customer can change it on the quote page. */
const service = '3d-printing'

interface SelectionProps {
  selected: readonly HistoryEntry[]
}

/** Creates one quote from all selected files. */
function Selection({ selected }: SelectionProps) {
  const t = useTranslations('project.history')
  const { date } = useFormats('medium')
  const { attempt, busy } = useAttempt()
  const uploads = selected.map(({ upload }) => upload)
  const count = uploads.length

  const requote = () => {
    const [only] = uploads
    if (only && count === 1) return requoteFile(only, service)

    return requoteFiles({ name: t('severalName', { count, date: date(new Date().toISOString()) }), service, uploads })
  }

  return (
    <div className={classes.selection}>
      <span role="status">{t('selected', { count })}</span>
      <Button size="sm" disabled={count === 0} loading={busy} onClick={() => void attempt(requote)}>
        {t('requoteSelected')}
      </Button>
    </div>
  )
}

/** One page of the upload history. Several files can be selected for one new quote. */
function Files({ entries }: { entries: readonly HistoryEntry[] }) {
  const t = useTranslations('project')
  const [chosen, setChosen] = useState<readonly string[]>([])
  const [removing, setRemoving] = useState<HistoryEntry>()
  const isSelected = ({ upload }: HistoryEntry) => chosen.includes(upload.id) && isQuotable(upload)

  const toggle = (id: string) =>
    setChosen((before) => (before.includes(id) ? before.filter((other) => other !== id) : [...before, id]))

  return (
    <>
      <Selection selected={entries.filter(isSelected)} />
      <ul className={lists.list}>
        {entries.map((entry) => {
          const { upload, thumbnailId, projects } = entry
          const { id, name } = upload
          const checkbox = (
            <Checkbox
              aria-label={t('history.select', { name })}
              checked={isSelected(entry)}
              disabled={!isQuotable(upload)}
              onChange={() => toggle(id)}
            />
          )
          const sendAgain = (
            <LinkButton to="/quote" search={{}} size="xs" aria-label={t('files.sendAgainOf', { name })}>
              {t('files.sendAgain')}
            </LinkButton>
          )

          return (
            <FileItem
              key={id}
              upload={upload}
              thumbnailId={thumbnailId}
              service={service}
              checkbox={checkbox}
              uses={
                <>
                  <span>
                    {projects.length === 0 ? t('history.unused') : t('history.projects', { count: projects.length })}
                  </span>
                  <ProjectLinks projects={projects} />
                </>
              }
              sendAgain={sendAgain}
            >
              <Button
                size="xs"
                variant="quietDanger"
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

/** All files that the customer ever uploaded (spec 2), to download or to quote again. */
export function UploadHistoryPage() {
  const t = useTranslations('project')
  const address = useListAddress()
  const query = useQuery(uploadsQuery(address))

  return (
    <ListPage title={t('history.title')} intro={t('history.intro')}>
      <SearchField label={t('search.files')} value={address.search} onSearch={address.find} />
      <ListResults
        query={query}
        address={address}
        count={(count) => t('history.count', { count })}
        empty={
          <NoResult
            address={address}
            title={t('history.emptyTitle')}
            text={t('history.emptyText')}
            start={t('history.start')}
          />
        }
      >
        {({ uploads }) => <Files entries={uploads} />}
      </ListResults>
    </ListPage>
  )
}
