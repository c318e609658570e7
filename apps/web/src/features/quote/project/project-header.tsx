import { useLineTexts } from '#features/quote/texts/use-line-texts.ts'
import type { Workspace } from '#features/quote/workspace/workspace.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { CheckoutLink } from './checkout-link.tsx'
import classes from './header.module.css'
import { ProjectFigures } from './project-figures.tsx'
import { ProjectName } from './project-name.tsx'
import { ProjectTools } from './project-tools.tsx'
import { SaveAndUndo } from './save-and-undo.tsx'
import { ServiceSwitch } from './service-switch.tsx'

/** Name, technology, total and validity of a project, and the actions on the whole project. */
export function ProjectHeader({ workspace }: { workspace: Workspace }) {
  const t = useTranslations('line.header')
  const { project, lines, catalogue, actions } = workspace
  const texts = useLineTexts(catalogue)
  const ready = lines.filter(({ status }) => status === 'ready').length

  return (
    <section className={classes.header} aria-label={t('label')}>
      <div className={classes.top}>
        <div className={classes.title}>
          <ProjectName name={project.name} onRename={(name) => actions.rename(name)} />
          <p className={classes.counts}>
            {t('lines', { count: lines.length })}
            {lines.length > 0 ? ` · ${t('ready', { count: ready })}` : null}
          </p>
        </div>
        <SaveAndUndo workspace={workspace} />
      </div>
      <div className={classes.middle}>
        <ServiceSwitch workspace={workspace} />
        <ProjectTools workspace={workspace} />
      </div>
      <div className={classes.bottom}>
        <ProjectFigures workspace={workspace} texts={texts} />
        <CheckoutLink workspace={workspace} />
      </div>
    </section>
  )
}
