-- The sentence that the customer accepted, in the language it was shown in. Empty in acceptances
-- recorded before this column.
alter table finding_acceptance add column wording text not null default '';
