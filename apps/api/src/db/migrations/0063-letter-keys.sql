-- Whether single letters are shortcuts in lists (WCAG 2.1.4). Each member of staff can turn them off.
alter table staff_member add column has_letter_keys boolean not null default true;
