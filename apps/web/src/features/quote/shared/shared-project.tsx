import { useRef, useState } from 'react'
import { useFormatter } from 'use-intl'
import type { Workspace } from '#features/quote/workspace/workspace.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import classes from './shared.module.css'
import { SharedLines } from './shared-lines.tsx'
import { SharedPart } from './shared-part.tsx'

/** Name, technology, validity and total. */
function Heading({ workspace: { project, lines, totalMinor } }: { workspace: Workspace }) {
  const t = useTranslations('project')
  const format = useFormatter()
  const date = format.dateTime(new Date(project.validUntil), { dateStyle: 'long' })
  const isOver = Date.parse(project.validUntil) <= Date.now()

  return (
    <header className={classes.header}>
      <div>
        <p className={classes.note}>{t('shared.note')}</p>
        <h1 className={classes.title}>{project.name}</h1>
        <p className={classes.facts}>
          <span>{t(`service.${project.service}`)}</span>
          <span>{t('shared.lines', { count: lines.length })}</span>
          <span className={isOver ? classes.late : undefined}>
            {t(isOver ? 'shared.over' : 'shared.valid', { date })}
          </span>
        </p>
      </div>
      <p>
        <span className={classes.label}>{t('shared.total')}</span>
        <br />
        <span className={classes.total}>{format.number(totalMinor / 100, { style: 'currency', currency: 'USD' })}</span>
      </p>
    </header>
  )
}

/** A project opened through its read-only link. */
export function SharedProject({ linkKey, workspace }: { linkKey: string; workspace: Workspace }) {
  const [openId, setOpenId] = useState<string>()
  const opener = useRef<HTMLElement>(null)
  const open = (lineId: string, from: HTMLElement) => {
    opener.current = from
    setOpenId(lineId)
  }

  const line = workspace.lines.find(({ id }) => id === openId)

  return (
    <div className={classes.page}>
      <Heading workspace={workspace} />
      {workspace.lines.length > 0 ? <SharedLines workspace={workspace} openId={openId} onOpen={open} /> : null}
      {line ? (
        <SharedPart
          key={line.id}
          {...{ linkKey, workspace, line }}
          onClose={() => {
            setOpenId(undefined)
            opener.current?.focus()
          }}
        />
      ) : null}
    </div>
  )
}
