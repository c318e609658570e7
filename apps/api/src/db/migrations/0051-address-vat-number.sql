-- Staff look for the customers who use a VAT number.

create index address_vat_number on address (vat_number) where vat_number <> '';
