"""What a question is about; expected values worked out by hand."""

import pytest

from evidence.subject import asked_noun, is_about, subject_terms


@pytest.mark.parametrize(
    ("question", "names"),
    [
        ("Which vault holds the effects of Maren Tolliver?", ("Maren Tolliver",)),
        ("Which PEP specifies the Python Web Server Gateway Interface?", ("Python Web Server Gateway Interface",)),
        ("Where does the 'Book of Hours' lie?", ("Book of Hours",)),
        ('Who wrote "on silence" for Jon Pell?', ("on silence", "Jon Pell")),
        ("Which shelf holds docket HV-2041?", ("HV-2041",)),
        ("Is Maren Tolliver's chest in Hale?", ("Maren Tolliver", "Hale")),
        ("Does WSGI still apply?", ("WSGI",)),
        ("how is a wheel file named", ()),
        ("Vault keys are kept where?", ()),
    ],
)
def test_names_quoted_strings_and_identifiers_are_the_subject(question, names):
    assert subject_terms(question).names == names


def test_a_question_without_a_name_has_its_content_words_for_a_subject():
    assert subject_terms("which pep describes the current wheel format").words == ("describes", "wheel", "format")


@pytest.mark.parametrize(
    ("question", "noun"),
    [("Which vault holds it?", "vault"), ("In what year was it?", "year"), ("What is it?", ""), ("Who was it?", "")],
)
def test_the_noun_asked_for(question, noun):
    assert asked_noun(question) == noun


def test_a_text_is_about_the_subject_when_it_holds_every_name_in_one_piece():
    subject = subject_terms("Does Maren Tolliver own docket HV-2041?")
    assert is_about("Docket HV-2041 belongs to MAREN TOLLIVER.", subject)
    assert not is_about("Maren and the Tolliver mill; docket HV-2041.", subject)
    assert not is_about("Maren Tolliver.", subject)
    assert is_about("Maren Tolliver.", subject, names="any")


def test_a_policy_may_ask_for_words_beside_the_name():
    subject = subject_terms("Which PEP defines the version comparison of Distutils?")
    assert (subject.names, subject.words) == (("Distutils",), ("defines", "version", "comparison", "distutils"))
    assert is_about("Deprecating Distutils", subject)
    assert not is_about("Deprecating Distutils", subject, words_beside_names=0.75)
    assert is_about("Version comparison in Distutils", subject, words_beside_names=0.75)


def test_without_a_name_half_of_the_content_words_are_enough():
    subject = subject_terms("which pep describes the wheel format")
    assert subject.words == ("describes", "wheel", "format")
    assert is_about("the wheel format", subject)
    assert not is_about("the wheel", subject)
    assert not is_about("the wheel format", subject, words=1.0)


@pytest.mark.parametrize(
    ("question", "query"),
    [
        ("Which vault holds the effects of Maren Tolliver?", "Maren Tolliver"),
        ("Which shelf holds docket HV-2041?", "HV-2041"),
        ("Which PEP defines the metadata for Python packages?", "defines metadata python packages"),
        ("which pep describes the wheel format", "describes wheel format"),
    ],
)
def test_the_subject_is_searched_for_by_telling_names_or_else_by_its_words(question, query):
    assert subject_terms(question).query == query


def test_a_question_without_any_term_is_about_nothing():
    assert not is_about("anything", subject_terms("what is it?"))
