"""Settings: where they come from, and what a wrong one says."""

from pathlib import Path

import pytest
from pydantic import SecretStr

from strandline.model.errors import ConfigError
from strandline.ops.reference import settings_page, settings_toml
from strandline.settings import ENVIRONMENT_ONLY, Settings, leaves, load_settings

REPOSITORY = Path(__file__).parent.parent


def _is_number(default: object) -> bool:
    return isinstance(default, int | float) and not isinstance(default, bool)


def write(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "strandline.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_defaults_need_no_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a file and without an environment, every setting has its default."""
    monkeypatch.chdir(tmp_path)
    assert load_settings(environ={}) == Settings()


def test_environment_wins_over_the_file(tmp_path: Path) -> None:
    """A value in the environment replaces the file's."""
    path = write(tmp_path, '[web]\nport = 9000\ntitle = "Ours"\n')
    settings = load_settings(path, {"PORT": "9001"})
    assert (settings.web.port, settings.web.title) == (9001, "Ours")


def test_a_secret_may_stand_in_a_file_of_its_own(tmp_path: Path) -> None:
    """`NAME_FILE` names it, as container hosts hand secrets over; of other settings it does not."""
    path = tmp_path / "secret"
    path.write_text("s3cret\n")
    settings = load_settings(
        environ={"SMTP_PASSWORD_FILE": str(path), "SITE_TITLE_FILE": str(path)}
    )
    assert settings.mail.smtp_password.get_secret_value() == "s3cret"
    assert settings.web.title == "Strandline"
    with pytest.raises(ConfigError) as caught:
        load_settings(environ={"SMTP_PASSWORD_FILE": str(tmp_path / "gone")})
    assert "SMTP_PASSWORD_FILE cannot be read" in str(caught.value)


def test_named_addresses_keep_their_commas() -> None:
    """`WEBHOOKS` is split at spaces alone; a word without a name is refused."""
    given = "team=https://a.example/x,y ci=https://b.example/"
    settings = load_settings(environ={"WEBHOOKS": given})
    assert settings.outputs.webhooks == tuple(given.split())
    with pytest.raises(ConfigError, match="name=value"):
        load_settings(environ={"WEBHOOKS": "https://a.example/"})


def test_lists_are_written_with_commas_in_the_environment() -> None:
    """`DELETABLE_ALLOWLIST=reddit.com,redd.it` is a list, as document 4 writes it."""
    settings = load_settings(environ={"DELETABLE_ALLOWLIST": "reddit.com,redd.it"})
    assert settings.archive.deletable_allowlist == ("reddit.com", "redd.it")


@pytest.mark.parametrize(
    ("environ", "says"),
    [
        ({"PORT": "70000"}, "web.port (environment: PORT)"),
        ({"PORT": "x"}, "valid integer"),
        ({"ARCHIVE_MODE": "some"}, "'deletable' or 'all'"),
        ({"DIGEST_AT": "25:00"}, "digest.daily_at_utc"),
        ({"POLL_INTERVAL_SECONDS": "0"}, "greater than or equal to 10"),
        ({"REPLAY_BASE_URL": "kept.example"}, "starts with https:// or http://"),
        ({"S3_ENDPOINT": "objects.example:9000"}, "starts with https:// or http://"),
    ],
)
def test_a_bad_value_is_named_with_what_is_allowed(environ: dict[str, str], says: str) -> None:
    """A value that is not allowed names the setting and the limit."""
    with pytest.raises(ConfigError) as caught:
        load_settings(environ=environ)
    assert says in str(caught.value)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("[web]\nprot = 1\n", "Did you mean web.port?"),
        ("[wbe]\nport = 1\n", "There is no setting wbe"),
        ("[web\n", "not valid TOML"),
        (f"x = {'[' * 50_000}", "nested too deeply"),
        (f"x = {'{a=' * 50_000}", "nested too deeply"),
        ('[database]\nurl = "postgresql://u:secret@h/d"\n', "may not stand in"),
        ('web = "x"\n', "web"),
    ],
)
def test_a_bad_file_is_explained(tmp_path: Path, text: str, says: str) -> None:
    """A typo names the nearest setting; a secret in the file is refused without showing it."""
    with pytest.raises(ConfigError) as caught:
        load_settings(write(tmp_path, text), {})
    assert says in str(caught.value)
    assert "secret@" not in str(caught.value)


def test_a_named_file_must_exist(tmp_path: Path) -> None:
    """A file that was asked for by name and is not there is an error, not silence."""
    with pytest.raises(ConfigError, match="cannot be read"):
        load_settings(tmp_path / "absent.toml", {})


def test_a_secret_hides_in_repr() -> None:
    """The database's password never shows in a log of the settings."""
    settings = load_settings(environ={"DATABASE_URL": "postgresql://u:hunter2@h/d"})
    assert "hunter2" not in repr(settings)


def test_a_wrong_secret_is_not_repeated_in_the_error() -> None:
    """An error about a section never repeats the value of a secret."""
    with pytest.raises(ConfigError) as caught:
        load_settings(environ={"DATABASE_URL": "postgresql://u:hunter2@h/d", "PORT": "x"})
    assert "hunter2" not in str(caught.value)


def test_a_file_means_the_same_folder_from_everywhere(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Relative paths of a named file, and its defaults, stand beside it; others are as given."""
    home, elsewhere = tmp_path / "home", tmp_path / "elsewhere"
    home.mkdir()
    elsewhere.mkdir()
    file = write(home, '[database]\npath = "mine/s.sqlite3"\n')
    monkeypatch.chdir(elsewhere)
    settings = load_settings(file, {"VECTOR_INDEX_PATH": "vectors"})
    assert settings.database.path == home / "mine/s.sqlite3"
    assert settings.storage.path == home / "data/artifacts"
    assert settings.stories.index_path == Path("vectors")
    assert settings.backup.path == settings.stories.calibration == "", "none stays none"
    text = '[stories]\ncalibration = "fitted.json"\n[backup]\npath = "~/backups"\n'
    named = write(home, text + '[mail]\nimap_ca_file = "own.pem"\n')
    settings = load_settings(named, {"SMTP_CA_FILE": "ca.pem"})
    assert settings.stories.calibration == str(home / "fitted.json")
    assert settings.mail.imap_ca_file == str(home / "own.pem")
    assert (settings.backup.path, settings.mail.smtp_ca_file) == ("~/backups", "ca.pem")
    absolute = write(home, f'[database]\npath = "{elsewhere}/s.sqlite3"\n')
    assert load_settings(absolute, {}).database.path == elsewhere / "s.sqlite3"


def test_the_sample_file_is_valid_when_uncommented(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What `strandline init` writes is a configuration with every default, once uncommented."""
    lines = []
    for line in settings_toml().splitlines():
        is_setting = line.startswith("# ") and " = " in line and line[2].islower()
        lines.append(line[2:] if is_setting else line)
    write(tmp_path, "\n".join(lines))
    monkeypatch.chdir(tmp_path)
    settings = load_settings(Path("strandline.toml"), {})
    assert settings == Settings()


def test_the_data_folder_of_a_home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A ledger below `~` has its folder there, and not below one that is called `~`."""
    monkeypatch.setenv("HOME", str(tmp_path))
    settings = load_settings(environ={"DATABASE_PATH": "~/news/strandline.sqlite3"})
    assert settings.database.folder == tmp_path / "news"
    assert settings.database.secret_file.parent == tmp_path / "news"


def test_every_secret_comes_from_the_environment_alone(tmp_path: Path) -> None:
    """What hides in `repr` may come from a file of its own, and never from strandline.toml."""
    secret = tmp_path / "secret"
    secret.write_text("hush\n", encoding="utf-8")
    for (section, key), name, _, _ in leaves():
        if isinstance(getattr(getattr(Settings(), section), key), SecretStr):
            settings = load_settings(environ={f"{name}_FILE": str(secret)})
            assert getattr(getattr(settings, section), key).get_secret_value() == "hush"
            with pytest.raises(ConfigError, match="holds a secret"):
                load_settings(write(tmp_path, f'[{section}]\n{key} = "hush"\n'), {})


def test_the_reference_page_is_the_code() -> None:
    """docs/reference/settings.md says what the code says."""
    page = (REPOSITORY / "docs/reference/settings.md").read_text(encoding="utf-8")
    assert page == settings_page(), "run: python -m strandline.ops.reference"


def test_every_leaf_has_a_name_and_a_meaning() -> None:
    """No setting without an environment name of its own and a line that explains it."""
    rows = list(leaves())
    names = [name for _, name, _, _ in rows]
    assert all(name and name.isupper() for name in names)
    assert len(set(names)) == len(names)
    assert all(what for _, _, what, _ in rows)
    assert {pair for pair, _, _, _ in rows} >= ENVIRONMENT_ONLY


@pytest.mark.parametrize("value", ["99999999999999999999999999", "1e300", "inf", "nan", "-1"])
@pytest.mark.parametrize("name", [name for _, name, _, default in leaves() if _is_number(default)])
def test_every_number_has_its_limits(name: str, value: str) -> None:
    """No number is so large that dates leave the calendar or bytes the machine."""
    with pytest.raises(ConfigError) as caught:
        load_settings(environ={name: value})
    assert name in str(caught.value)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("USER_AGENT", "x\r\nEvil: 1"),
        ("USER_AGENT", "名"),
        ("USER_AGENT", " "),
        ("SITE_TITLE", "a\nb"),
        ("BASE_URL", "javascript:alert(1)"),
        ("BASE_URL", "valley.example"),
        ("SEARXNG_URL", "ftp://valley.example"),
        ("RSS_URL", "https://"),
        ("S3_PREFIX", "kept pages/"),
        ("S3_PREFIX", "été/"),
        ("S3_PREFIX", "/a//b/"),
        ("S3_PREFIX", "a/../b/"),
    ],
)
def test_words_that_would_fail_later_are_refused_at_once(name: str, value: str) -> None:
    """What cannot stand in a header, a title or a link is a fault of the setting, named as such."""
    with pytest.raises(ConfigError) as caught:
        load_settings(environ={name: value})
    assert name in str(caught.value)
