import type { Messages } from '@cotation/messages'
import type { ReactNode } from 'react'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { Logo } from '#ui/logo.tsx'
import classes from './entry-frame.module.css'
import { FrameTools } from './frame-tools.tsx'
import { useStaffHead } from './use-staff-head.ts'

interface EntryFrameProps {
  title: keyof Messages['staff']['titles']
  children: ReactNode
}

/** Around the screens for those who are not signed in: a logo, the language, and the form. */
export function EntryFrame({ title, children }: EntryFrameProps) {
  const t = useTranslations('staff')
  useStaffHead(t(`titles.${title}`))

  return (
    <div className={classes.frame}>
      <header className={classes.header}>
        <span className={classes.brand}>
          <Logo className={classes.logo} />
          <span>{t('shell.name')}</span>
        </span>
        <FrameTools />
      </header>
      <main id="content" className={classes.main} tabIndex={-1}>
        {children}
      </main>
    </div>
  )
}
