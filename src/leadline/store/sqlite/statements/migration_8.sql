-- `submission.met` is which records a page had, known ones too, as a list of identities: what an answer has in common
-- with others is what sizes are estimated by.

    ALTER TABLE submission ADD COLUMN met TEXT;
