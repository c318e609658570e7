import { type Catalogue, type TechnologySlug, technologySlugs } from '@cotation/domain'
import { IconArrowBackUp, IconArrowForwardUp } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { useLineTexts } from '#features/quote/workspace/use-line-texts.ts'
import { useWrongQuantities } from '#features/quote/workspace/use-quantity-draft.ts'
import { useMinute } from '#features/quote/workspace/use-timers.ts'
import { isEditable, processOf, type WorkLine } from '#features/quote/workspace/work-line.ts'
import type { Workspace } from '#features/quote/workspace/workspace.ts'
import { useLanguage, useTranslations } from '#lib/texts/i18n.tsx'
import { Button } from '#ui/button.tsx'
import { Confirm } from '#ui/confirm.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { LinkButton } from '#ui/link-button.tsx'
import { ToggleGroup } from '#ui/toggle-group.tsx'
import { ActivityButton } from './activity-button.tsx'
import { FileAnnouncement } from './file-announcement.tsx'
import classes from './project.module.css'
import { isExpired, ProjectFigures } from './project-figures.tsx'
import { ProjectName } from './project-name.tsx'
import { ProjectTools } from './project-tools.tsx'

/** Name and technology of a project, and the actions on the whole project. */
export function ProjectHeader({ workspace }: { workspace: Workspace }) {
  const t = useTranslations('line.header')
  const { project, lines, actions } = workspace
  const ready = lines.filter(({ status }) => status === 'ready').length
  const ordered = lines.filter(({ status }) => status === 'ordered').length

  return (
    <section className={classes.header} aria-label={t('label')} data-tour="project">
      <div className={classes.title}>
        <div className={classes.nameRow}>
          <ProjectName name={project.name} onRename={(name) => actions.rename(name)} />
          <ActivityButton workspace={workspace} />
        </div>
        <div className={classes.counts}>
          <p>
            {t('lines', { count: lines.length })}
            {lines.length > 0 ? ` · ${t('ready', { count: ready })}` : null}
            {ordered > 0 ? ` · ${t('ordered', { count: ordered })}` : null}
          </p>
          <SaveState workspace={workspace} />
          <FileAnnouncement lines={lines} />
        </div>
      </div>
      <ServiceSwitch workspace={workspace} />
      <ProjectTools workspace={workspace} />
      <UndoButtons workspace={workspace} />
    </section>
  )
}

/** Total, landed cost, dates and the way to checkout. It stays in sight while the lines scroll. */
export function ProjectSummary({ workspace }: { workspace: Workspace }) {
  const t = useTranslations('line.header')
  const texts = useLineTexts(workspace)

  return (
    <section className={classes.summary} aria-label={t('summary')} data-tour="summary">
      <ProjectFigures workspace={workspace} texts={texts} />
      <CheckoutLink workspace={workspace} />
    </section>
  )
}

/** Opens the checkout with the lines that are ready; shows the reason if that is not possible. */
function CheckoutLink({ workspace: { project, lines } }: { workspace: Workspace }) {
  const t = useTranslations('line.header')
  const now = useMinute()
  const id = useId()
  const count = lines.filter(({ status }) => status === 'ready').length
  const ordered = lines.filter(({ status }) => status === 'ordered').length
  const left = lines.length - count - ordered
  const wrongQuantities = useWrongQuantities(lines)

  if (count > 0 && wrongQuantities === undefined)
    return (
      <div className={classes.order} data-tour="order">
        <LinkButton to="/checkout" search={{ project: project.id }}>
          {t('order', { count })}
        </LinkButton>
        {left > 0 ? <p className={classes.headerHint}>{t('orderLeft', { count: left })}</p> : null}
      </div>
    )

  const reason = () => {
    if (wrongQuantities !== undefined) return wrongQuantities
    if (lines.length === 0) return t('orderEmpty')
    if (left === 0) return t('orderAll')
    return t(isExpired(project.validUntil, now) ? 'orderExpired' : 'orderNone')
  }

  return (
    <div className={classes.order} data-tour="order">
      {/* Not `disabled`: keyboard users must be able to reach it and hear the reason. */}
      <Button variant="secondary" aria-disabled="true" aria-describedby={id}>
        {t('order', { count })}
      </Button>
      <p id={id} className={classes.headerHint}>
        {reason()}
      </p>
    </div>
  )
}

function SaveState({ workspace: { save, actions } }: { workspace: Workspace }) {
  const t = useTranslations('line.header')

  return (
    <>
      <p className={save === 'failed' ? classes.wrong : classes.headerHint} role="status">
        {t(save)}
      </p>
      {save === 'failed' ? (
        <Button variant="secondary" size="sm" onClick={() => actions.retrySave()}>
          {t('retry')}
        </Button>
      ) : null}
    </>
  )
}

/** Undo and redo buttons that name the step. */
function UndoButtons({ workspace: { undoable, redoable, actions } }: { workspace: Workspace }) {
  const t = useTranslations('line.header')
  const edit = useTranslations('line.edit')
  const undo = undoable ? t('undo', { what: edit(undoable) }) : t('undoNone')
  const redo = redoable ? t('redo', { what: edit(redoable) }) : t('redoNone')

  return (
    <div className={classes.undo}>
      <IconButton
        variant="secondary"
        aria-label={undo}
        title={undo}
        disabled={!undoable}
        onClick={() => actions.undo()}
      >
        <IconArrowBackUp size={18} aria-hidden />
      </IconButton>
      <IconButton
        variant="secondary"
        aria-label={redo}
        title={redo}
        disabled={!redoable}
        onClick={() => actions.redo()}
      >
        <IconArrowForwardUp size={18} aria-hidden />
      </IconButton>
    </div>
  )
}

/** The technology of all lines; undefined if they have several. */
function technologyOfAll(lines: readonly WorkLine[], catalogue: Catalogue): TechnologySlug | undefined {
  const processes = lines.flatMap((line) => processOf(line, catalogue) ?? [])
  const technologies = catalogue.technologies.filter(({ processIds }) =>
    processes.some((id) => processIds.includes(id)),
  )
  return technologies.length === 1 ? technologies[0]?.slug : undefined
}

/** Switches the technology of the whole project, after confirming what that changes. */
function ServiceSwitch({ workspace: { project, lines, catalogue, actions } }: { workspace: Workspace }) {
  const t = useTranslations('line.header')
  const { language } = useLanguage()
  const [target, setTarget] = useState<TechnologySlug>()
  const [isBusy, setBusy] = useState(false)
  const nameOf = (slug: TechnologySlug | undefined) =>
    catalogue.technologies.find((technology) => technology.slug === slug)?.name[language] ?? slug ?? ''
  const count = lines.filter(isEditable).length
  const technology = nameOf(target)
  const current = project.serviceChosen ? project.service : technologyOfAll(lines, catalogue)

  const switchTechnology = async () => {
    if (!target) return
    setBusy(true)
    // The gateway shows the error; the switch keeps the old value.
    await actions.switchTechnology(target).catch(() => {})
    setBusy(false)
    setTarget(undefined)
  }

  return (
    <>
      <ToggleGroup
        label={t('service')}
        className={classes.services}
        toggles={technologySlugs.map((slug) => ({ value: slug, content: nameOf(slug) }))}
        value={current}
        onChange={(slug) => (slug === current ? undefined : setTarget(slug))}
      />
      <Confirm
        opened={target !== undefined}
        title={t('switchTitle', { technology })}
        confirmLabel={t('switchDo')}
        loading={isBusy}
        onConfirm={() => void switchTechnology()}
        onCancel={() => setTarget(undefined)}
      >
        {count > 0 ? t('switchText', { count, technology }) : t('switchNone', { technology })}
      </Confirm>
    </>
  )
}
